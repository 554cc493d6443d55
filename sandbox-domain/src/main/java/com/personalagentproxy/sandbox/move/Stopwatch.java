package com.personalagentproxy.sandbox.move;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Measures how long something takes, from when it was made. */
public final class Stopwatch {

  private final LongSupplier nanoTime;
  private final long begun;

  Stopwatch(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.begun = nanoTime.getAsLong();
  }

  /** How long it has been running. */
  public Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - begun);
  }
}
