package com.personalagentproxy.sandbox.backend.protocol;

import java.time.Duration;

/**
 * When something has to be over, by a clock that only runs on.
 *
 * @param nanoTime as {@link System#nanoTime} counts
 */
record Deadline(long nanoTime) {

  static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** How long that is from now; zero once it has passed. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  boolean hasPassed() {
    return left().isZero();
  }

  /** The earlier of the two. */
  Deadline orIn(Duration time) {
    Deadline other = in(time);
    return other.nanoTime - nanoTime < 0 ? other : this;
  }
}
