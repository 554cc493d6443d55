package com.personalagentproxy.sandbox.world;

import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.move.SettledMoves;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Time that passes only while somebody waits for a move: each wait takes as long as it may, and no
 * time at all. Safe for use by many threads.
 */
public final class PassingTime implements SettledMoves {

  private final AtomicLong nanos = new AtomicLong();

  /** How much has passed. */
  public long nanoTime() {
    return nanos.get();
  }

  /** Likewise, as a length. */
  public Duration passed() {
    return Duration.ofNanos(nanos.get());
  }

  /** Lets so much pass, as when something else takes long. */
  public void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Override
  public void announce(SandboxId sandbox) {}

  @Override
  public Watch watch(SandboxId sandbox) {
    return this::passes;
  }
}
