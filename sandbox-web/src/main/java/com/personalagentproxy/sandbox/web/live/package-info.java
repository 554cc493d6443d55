/**
 * Streams of events to open pages: written by whichever thread has something to say, never waiting
 * for a reader, with no thread for each; one thread in all keeps them alive and ends those whose
 * session is over.
 */
@NullMarked
package com.personalagentproxy.sandbox.web.live;

import org.jspecify.annotations.NullMarked;
