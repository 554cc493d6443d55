package com.personalagentproxy.sandbox.activity;

import java.time.Duration;
import java.time.Instant;

/** Clears what the history has kept for long enough, a bounded piece at a time. */
public final class Clearing {

  /** How many entries are cleared at once, so that no write takes long. */
  static final int BATCH = 500;

  /** What is left beyond these is cleared the next time. */
  static final int MOST_BATCHES = 40;

  private final Activity activity;
  private final Duration keepFor;

  /** Keeps every entry for that long, and with it what its {@code exec_id} was answered (X11). */
  public Clearing(Activity activity, Duration keepFor) {
    this.activity = activity;
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
      int some = activity.clear(now.minus(keepFor), BATCH);
      cleared += some;
      if (some < BATCH) {
        break;
      }
    }
    return cleared;
  }
}
