package com.personalagentproxy.sandbox.activity;

import java.time.Duration;
import java.time.Instant;

/** Clears what the history has kept for long enough, a bounded piece at a time. */
public final class Clearing {

  /** How many entries are cleared at once, so that no write takes long. */
  static final int BATCH = 500;

  private final Activity activity;
  private final Duration keepFor;

  /** Keeps every entry for that long, and with it what its {@code exec_id} was answered (X11). */
  public Clearing(Activity activity, Duration keepFor) {
    this.activity = activity;
    this.keepFor = keepFor;
  }

  /**
   * Clears the oldest of what is due. Any number of servers may do so at once.
   *
   * @return how many were cleared
   */
  public int clear(Instant now) {
    return activity.clear(now.minus(keepFor), BATCH);
  }
}
