/**
 * Machines: the states they are in, the generation that fences them (M2), the table of moves (M3)
 * and the port to the backend that keeps them.
 */
@NullMarked
package com.personalagentproxy.sandbox.machine;

import org.jspecify.annotations.NullMarked;
