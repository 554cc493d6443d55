/** Races for tests: many threads that begin at the same moment. */
@NullMarked
package com.personalagentproxy.sandbox.race;

import org.jspecify.annotations.NullMarked;
