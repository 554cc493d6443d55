package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.collection.SandboxId;
import java.time.Duration;

/**
 * Port: notice that a sandbox's row changed, so that who waits for a move need not ask all the
 * time. A notice may come late, twice, for nothing or never: who waits looks at the row again in
 * any case.
 */
public interface SettledMoves {

  /** Wakes whoever waits for this sandbox. */
  void announce(SandboxId sandbox);

  /**
   * Begins to watch. What is announced from now on ends {@link Watch#await}, even before that is
   * called.
   */
  Watch watch(SandboxId sandbox);

  /** A watch on one sandbox, for one thread. */
  @FunctionalInterface
  interface Watch {
    /**
     * Comes back when something was announced since the watch began, or when the time is up.
     *
     * @throws InterruptedException if the waiting thread is interrupted
     */
    void await(Duration atMost) throws InterruptedException;
  }
}
