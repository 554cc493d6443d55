package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long things may take. Times that break a rule together are refused when this is made, which
 * is at the start of a server: each is above zero and at most {@link #LONGEST}; an idle time is
 * longer than a command may run, so that not even a command whose server was killed loses its
 * machine to it; the backend has longer to answer than a command's processes have to end (X5); and
 * no command counts as running for so long that its task is left open meanwhile (L8).
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

  /** What no time may be longer than, so that it can be added to any. */
  public static final Duration LONGEST = Duration.ofDays(1_000_000);

  /** For clocks of servers that disagree a little. */
  private static final Duration SPARE = Duration.ofSeconds(10);

  private static final Duration LONGEST_COMMAND = Duration.ofSeconds(Command.LONGEST_TIMEOUT);

  /** How long a command's processes have to end by themselves when its time is up (X5). */
  private static final Duration TO_END = Duration.ofSeconds(2);

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
    Map<String, Duration> all = new LinkedHashMap<>();
    all.put("idleAfter", idleAfter);
    all.put("makeWithin", makeWithin);
    all.put("wakeWithin", wakeWithin);
    all.put("sleepWithin", sleepWithin);
    all.put("deleteWithin", deleteWithin);
    all.put("answerWithin", answerWithin);
    all.put("waitAtMost", waitAtMost);
    all.put("orphanGrace", orphanGrace);
    all.put("orphanKept", orphanKept);
    all.forEach(Timing::checkLength);
    if (idleAfter.compareTo(LONGEST_COMMAND) <= 0) {
      throw new IllegalArgumentException(
          "idleAfter is %s. Give more than the %s seconds that a command may run, so that no machine sleeps under one."
              .formatted(idleAfter, LONGEST_COMMAND.toSeconds()));
    }
    if (answerWithin.compareTo(TO_END) <= 0) {
      throw new IllegalArgumentException(
          "answerWithin is %s. Give more than the %s seconds in which a command's processes end when its time is up."
              .formatted(answerWithin, TO_END.toSeconds()));
    }
    Duration counts = countsFor(LONGEST_COMMAND, waitAtMost, answerWithin);
    if (counts.compareTo(Task.LEFT_OPEN_AFTER) >= 0) {
      throw new IllegalArgumentException(
          "waitAtMost is %s and answerWithin is %s, so a command may count as running for %s. Give less, so that it is under the %s after which its task is left open."
              .formatted(waitAtMost, answerWithin, counts, Task.LEFT_OPEN_AFTER));
    }
  }

  private static void checkLength(String name, Duration length) {
    if (length.isNegative() || length.isZero()) {
      throw new IllegalArgumentException(
          "%s is %s. Give a time above zero.".formatted(name, length));
    }
    if (length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s is %s. Give at most %s days.".formatted(name, length, LONGEST.toDays()));
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

  /** For how long a caller waits for a command that may take this long, at the latest (X5). */
  public Duration answersWithin(Duration timeout) {
    return timeout.plus(waitAtMost).plus(answerWithin);
  }

  /**
   * For how long a command that may take this long counts as running: longer than its caller waits
   * (L6).
   */
  public Duration countsFor(Duration timeout) {
    return countsFor(timeout, waitAtMost, answerWithin);
  }

  private static Duration countsFor(Duration timeout, Duration waitAtMost, Duration answerWithin) {
    return timeout.plus(waitAtMost).plus(answerWithin).plus(SPARE);
  }
}
