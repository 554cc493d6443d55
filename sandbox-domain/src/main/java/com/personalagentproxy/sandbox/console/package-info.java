/**
 * The entrance for people: what they see of the sandboxes they may see, and how they steer them.
 */
@NullMarked
package com.personalagentproxy.sandbox.console;

import org.jspecify.annotations.NullMarked;
