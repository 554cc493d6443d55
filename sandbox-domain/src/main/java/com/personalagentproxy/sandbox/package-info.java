/**
 * The entrance for agents: {@link com.personalagentproxy.sandbox.Sandboxes} and what its calls take
 * and give. Everything a call may be told is checked here, in one order, before anything wakes or
 * runs (M4).
 */
@NullMarked
package com.personalagentproxy.sandbox;

import org.jspecify.annotations.NullMarked;
