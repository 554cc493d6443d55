package com.personalagentproxy.sandbox.life;

import java.time.Duration;
import java.time.Instant;

/**
 * Clears what the chronicle has kept for long enough, a bounded piece at a time. How a sandbox is
 * now is on its row, however long it has been so.
 */
public final class StepClearing {

  /** How many steps are cleared at once, so that no write takes long. */
  static final int BATCH = 500;

  /** What is left beyond these is cleared the next time. */
  static final int MOST_BATCHES = 40;

  private final Chronicle chronicle;
  private final Duration keepFor;

  /** Keeps every step for that long. */
  public StepClearing(Chronicle chronicle, Duration keepFor) {
    this.chronicle = chronicle;
    this.keepFor = keepFor;
  }

  /**
   * Clears what is due, the oldest first, or a good deal of it. Any number of servers may do so at
   * once.
   *
   * @return how many were cleared
   */
  public int clear(Instant now) {
    int cleared = 0;
    for (int batch = 0; batch < MOST_BATCHES; batch++) {
      int some = chronicle.clear(now.minus(keepFor), BATCH);
      cleared += some;
      if (some < BATCH) {
        break;
      }
    }
    return cleared;
  }
}
