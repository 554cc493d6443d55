/** Time for tests: a clock that stands still until a test moves it, so that no test sleeps. */
@NullMarked
package com.personalagentproxy.sandbox.time;

import org.jspecify.annotations.NullMarked;
