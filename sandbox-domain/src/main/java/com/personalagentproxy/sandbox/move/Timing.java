package com.personalagentproxy.sandbox.move;

import java.time.Duration;
import java.util.List;

/**
 * How long things may take.
 *
 * @param idleAfter without use until an awake sandbox is put to sleep (M8)
 * @param makeWithin until a make counts as stuck and is repaired (M6); likewise the next three
 * @param answerWithin what the backend may take beyond a command's own time, to end its processes
 *     and to answer (X5)
 * @param waitAtMost for a move until its caller is told to try again (M3)
 * @param orphanGrace until a machine that no row knows is put to sleep, and one that is awake while
 *     its row has been asleep; longer than the store's answers lag behind and clocks differ (M12)
 * @param orphanKept until a machine that no row knows is deleted, counted from when it was put to
 *     sleep: so much time there is to find out that a database was restored from an old backup
 */
public record Timing(
    Duration idleAfter,
    Duration makeWithin,
    Duration wakeWithin,
    Duration sleepWithin,
    Duration deleteWithin,
    Duration answerWithin,
    Duration waitAtMost,
    Duration orphanGrace,
    Duration orphanKept) {

  private static final Duration SPARE = Duration.ofSeconds(10);

  public static final Timing USUAL =
      new Timing(
          Duration.ofMinutes(30),
          Duration.ofMinutes(3),
          Duration.ofMinutes(2),
          Duration.ofMinutes(2),
          Duration.ofMinutes(2),
          Duration.ofSeconds(20),
          Duration.ofSeconds(60),
          Duration.ofMinutes(10),
          Duration.ofDays(7));

  public Timing {
    for (Duration each :
        List.of(
            idleAfter,
            makeWithin,
            wakeWithin,
            sleepWithin,
            deleteWithin,
            answerWithin,
            waitAtMost,
            orphanGrace,
            orphanKept)) {
      if (each.isNegative() || each.isZero()) {
        throw new IllegalArgumentException("A timing of " + each + " is not above zero.");
      }
    }
  }

  /** The same with another idle time. */
  public Timing idleAfter(Duration idle) {
    return new Timing(
        idle,
        makeWithin,
        wakeWithin,
        sleepWithin,
        deleteWithin,
        answerWithin,
        waitAtMost,
        orphanGrace,
        orphanKept);
  }

  /** The same with another bound on waiting for moves. */
  public Timing waitAtMost(Duration wait) {
    return new Timing(
        idleAfter,
        makeWithin,
        wakeWithin,
        sleepWithin,
        deleteWithin,
        answerWithin,
        wait,
        orphanGrace,
        orphanKept);
  }

  /** The same with another bound on the backend's answer to a command. */
  public Timing answerWithin(Duration bound) {
    return new Timing(
        idleAfter,
        makeWithin,
        wakeWithin,
        sleepWithin,
        deleteWithin,
        bound,
        waitAtMost,
        orphanGrace,
        orphanKept);
  }

  /** The same with another time until a machine that no row knows is deleted. */
  public Timing orphanKept(Duration kept) {
    return new Timing(
        idleAfter,
        makeWithin,
        wakeWithin,
        sleepWithin,
        deleteWithin,
        answerWithin,
        waitAtMost,
        orphanGrace,
        kept);
  }

  /**
   * For how long a command that may take this long counts as running: longer than its caller waits
   * (L6).
   */
  public Duration countsFor(Duration timeout) {
    return timeout.plus(waitAtMost).plus(answerWithin).plus(SPARE);
  }
}
