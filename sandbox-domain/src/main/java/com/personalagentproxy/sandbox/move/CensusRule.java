package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What becomes of a machine that the backend lists, by what its row says (M12). */
final class CensusRule {

  private CensusRule() {}

  /** What is to be done with the machine. */
  enum Deed {
    LEAVE,
    /** No row knows it: it must not go on costing, but its files are kept for now. */
    PUT_ORPHAN_TO_SLEEP,
    /** No row knows it, and it was kept for long enough. */
    DELETE_ORPHAN,
    /** Its row calls it lost, and it is there again. */
    BRING_BACK,
    /** Its row calls it asleep, and it is awake: nobody would ever put it to sleep. */
    PUT_TO_SLEEP_AGAIN
  }

  /**
   * The deed.
   *
   * @param row as it was read after the machine was listed; absent if there is none
   * @param begun when the listing began
   */
  static Deed of(Listed listed, @Nullable Sandbox row, Timing timing, Instant begun) {
    if (row == null) {
      return ofOrphan(listed, timing, begun);
    }
    return switch (row.state().name()) {
      case LOST -> Deed.BRING_BACK;
      case ASLEEP ->
          isAwakeUnasked(listed, row, timing, begun) ? Deed.PUT_TO_SLEEP_AGAIN : Deed.LEAVE;
      // What is on the way is settled at its deadline; what is found asleep the next command wakes.
      case CREATING, AWAKE, FALLING_ASLEEP, WAKING, DELETING -> Deed.LEAVE;
    };
  }

  private static Deed ofOrphan(Listed listed, Timing timing, Instant begun) {
    if (listed.condition() == Condition.AWAKE) {
      return isPast(listed.since(), timing.orphanGrace(), begun)
          ? Deed.PUT_ORPHAN_TO_SLEEP
          : Deed.LEAVE;
    }
    Duration kept =
        timing.orphanKept().compareTo(timing.orphanGrace()) > 0
            ? timing.orphanKept()
            : timing.orphanGrace();
    return isPast(listed.since(), kept, begun) ? Deed.DELETE_ORPHAN : Deed.LEAVE;
  }

  /**
   * A wake that the backend called failed may leave the machine awake, and a host may start what it
   * finds. One of a higher generation than the row's was moved since the row was read, or by a row
   * that a restored database has forgotten: it isn't for this row to say how it should be.
   */
  private static boolean isAwakeUnasked(Listed listed, Sandbox row, Timing timing, Instant begun) {
    return listed.condition() == Condition.AWAKE
        && listed.seen().compareTo(row.generation()) <= 0
        && isPast(row.state().since(), timing.orphanGrace(), begun);
  }

  private static boolean isPast(Instant since, Duration length, Instant now) {
    return !since.isAfter(now.minus(length));
  }
}
