/**
 * A deterministic simulation of whole installations: servers, agents, people and sweepers run the
 * real use cases, and a scheduler decides from a seed who makes the next call of a port, and what
 * goes wrong with it. After every step a {@code Judge} looks whether the rules still hold.
 */
@NullMarked
package com.personalagentproxy.sandbox.simulation;

import org.jspecify.annotations.NullMarked;
