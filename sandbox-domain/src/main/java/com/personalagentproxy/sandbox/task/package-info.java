/**
 * Tasks, the pieces of an agent's work, and the twenty-minute rule that says whether one is under
 * way (L8).
 */
@NullMarked
package com.personalagentproxy.sandbox.task;

import org.jspecify.annotations.NullMarked;
