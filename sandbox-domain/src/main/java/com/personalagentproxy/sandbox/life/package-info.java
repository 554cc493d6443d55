/** What became of sandboxes, for who looks: the states they came into, and what changed lately. */
@NullMarked
package com.personalagentproxy.sandbox.life;

import org.jspecify.annotations.NullMarked;
