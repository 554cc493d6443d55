package com.personalagentproxy.sandbox.backend.dev;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A moment's wait for what a call won't come back without. */
final class Pause {

  private Pause() {}

  /** Also on a thread that is interrupted, which stays so. */
  static void of(Duration moment) {
    long end = System.nanoTime() + moment.toNanos();
    boolean interrupted = Thread.interrupted();
    // An interrupt that was there before lets the first one through at once.
    for (long left = moment.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
