/**
 * A whole installation in memory, for tests of the use cases: people, agents, stores, machines and
 * a clock.
 */
@NullMarked
package com.personalagentproxy.sandbox.world;

import org.jspecify.annotations.NullMarked;
