/** Commands (X1–X10): what may be run, how it may end, and how its output is kept within bounds. */
@NullMarked
package com.personalagentproxy.sandbox.command;

import org.jspecify.annotations.NullMarked;
