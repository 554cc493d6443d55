/**
 * Streams of events to open pages: written by whichever thread has something to say, never waiting
 * for a reader, with no thread for each. Of two threads in all, one keeps them alive and ends those
 * whose session is over, and one asks what there is that nobody wakes them for.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.live;

import org.jspecify.annotations.NullMarked;
