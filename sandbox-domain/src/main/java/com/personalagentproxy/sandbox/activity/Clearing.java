package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.life.Chronicle;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Clears what the history, and the chronicle of sandboxes' lives, have kept for long enough, a
 * bounded piece at a time.
 */
public final class Clearing {

  /** How many entries are cleared at once, so that no write takes long. */
  static final int BATCH = 500;

  /** What is left beyond these is cleared the next time. */
  static final int MOST_BATCHES = 40;

  private final Activity activity;
  private final @Nullable Chronicle chronicle;
  private final Duration keepFor;

  /** Keeps every entry for that long, and with it what its {@code exec_id} was answered (X11). */
  public Clearing(Activity activity, Duration keepFor) {
    this(activity, null, keepFor);
  }

  /** Likewise, and every step of a sandbox's life. */
  public Clearing(Activity activity, @Nullable Chronicle chronicle, Duration keepFor) {
    this.activity = activity;
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
    Instant before = now.minus(keepFor);
    int entries = clear(limit -> activity.clear(before, limit));
    return chronicle == null ? entries : entries + clear(limit -> chronicle.clear(before, limit));
  }

  private static int clear(IntUnaryOperator some) {
    int cleared = 0;
    for (int batch = 0; batch < MOST_BATCHES; batch++) {
      int piece = some.applyAsInt(BATCH);
      cleared += piece;
      if (piece < BATCH) {
        break;
      }
    }
    return cleared;
  }
}
