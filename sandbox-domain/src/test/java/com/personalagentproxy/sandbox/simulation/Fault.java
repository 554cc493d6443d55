package com.personalagentproxy.sandbox.simulation;

import java.time.Duration;

/** What goes wrong with one call of a port. */
enum Fault {
  /** Nothing does. */
  NONE,
  /** The call never arrives, and its caller gets no answer. */
  LOST_BEFORE,
  /** The call is done, and its answer is lost. */
  LOST_AFTER,
  /** The call arrives when its caller's deadline has passed. */
  LATE,
  /** The answer arrives when its caller's deadline has passed. */
  LATE_ANSWER,
  /** The server is killed before the call is done. */
  KILLED_BEFORE,
  /** The server is killed when the call is done. */
  KILLED_AFTER,
  /** The caller gets no answer, and the call arrives much later all the same; backends only. */
  STRAY,
  /** It is not done, and the backend says so; backends only. */
  FAILED;

  static final Duration SHORTEST_DELAY = Duration.ofSeconds(20);
  static final Duration LONGEST_DELAY = Duration.ofMinutes(12);
}
