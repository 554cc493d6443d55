/** What lies between a program and what it talks to, for tests of what happens when it breaks. */
@NullMarked
package com.personalagentproxy.sandbox.wire;

import org.jspecify.annotations.NullMarked;
