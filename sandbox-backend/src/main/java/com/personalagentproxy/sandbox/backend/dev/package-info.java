/**
 * Machines on this computer, for development: a folder each, and while awake a shell that runs
 * their commands, jailed with bubblewrap where that works. Processes are found by a mark that the
 * kernel hands down to every child, so that none is left behind.
 */
@NullMarked
package com.personalagentproxy.sandbox.backend.dev;

import org.jspecify.annotations.NullMarked;
