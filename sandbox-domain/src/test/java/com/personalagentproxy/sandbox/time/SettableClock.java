package com.personalagentproxy.sandbox.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until it is moved. Its times are whole microseconds, as the domain's
 * are. Safe for use by many threads.
 */
public final class SettableClock implements InstantSource {

  private final AtomicReference<Instant> now;

  public SettableClock(Instant start) {
    now = new AtomicReference<>(start.truncatedTo(ChronoUnit.MICROS));
  }

  /** At a time with microseconds in it, so that a store that rounds or cuts them is found out. */
  public static SettableClock atSomeTime() {
    return new SettableClock(Instant.parse("2026-01-02T03:04:05.678901Z"));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  /**
   * Moves it on, and says what it shows then.
   *
   * @throws IllegalArgumentException for a step back; use {@link #set} to mean it
   */
  public Instant advance(Duration step) {
    if (step.isNegative()) {
      throw new IllegalArgumentException("The clock was to be advanced by " + step + ".");
    }
    return now.updateAndGet(time -> time.plus(step).truncatedTo(ChronoUnit.MICROS));
  }

  /** Sets it, back too: for clocks of servers that disagree. */
  public void set(Instant time) {
    now.set(time.truncatedTo(ChronoUnit.MICROS));
  }
}
