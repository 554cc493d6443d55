package com.personalagentproxy.sandbox.move;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param idleAfter without use until an awake sandbox is put to sleep (M8)
 * @param makeWithin until a make counts as stuck and is repaired (M6); likewise the next three
 * @param waitAtMost for a move until its caller is told to try again (M3)
 */
public record Timing(
    Duration idleAfter,
    Duration makeWithin,
    Duration wakeWithin,
    Duration sleepWithin,
    Duration deleteWithin,
    Duration waitAtMost) {

  public static final Timing USUAL =
      new Timing(
          Duration.ofMinutes(30),
          Duration.ofMinutes(3),
          Duration.ofMinutes(2),
          Duration.ofMinutes(2),
          Duration.ofMinutes(2),
          Duration.ofSeconds(60));

  public Timing {
    for (Duration each :
        new Duration[] {idleAfter, makeWithin, wakeWithin, sleepWithin, deleteWithin, waitAtMost}) {
      if (each.isNegative() || each.isZero()) {
        throw new IllegalArgumentException("A timing of " + each + " is not above zero.");
      }
    }
  }

  /** The same with another idle time. */
  public Timing idleAfter(Duration idle) {
    return new Timing(idle, makeWithin, wakeWithin, sleepWithin, deleteWithin, waitAtMost);
  }

  /** The same with another bound on waiting. */
  public Timing waitAtMost(Duration wait) {
    return new Timing(idleAfter, makeWithin, wakeWithin, sleepWithin, deleteWithin, wait);
  }
}
