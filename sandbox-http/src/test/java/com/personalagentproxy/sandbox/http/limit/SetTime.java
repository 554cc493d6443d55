package com.personalagentproxy.sandbox.http.limit;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time for buckets, which passes when it is told to. */
final class SetTime implements TimeMeter {

  private final AtomicLong nanos = new AtomicLong();

  void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  @Override
  public long currentTimeNanos() {
    return nanos.get();
  }

  @Override
  public boolean isWallClockBased() {
    return false;
  }
}
