package com.personalagentproxy.sandbox.backend.dev;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A moment's wait for what a call won't come back without. */
final class Pause {

  private Pause() {}

  /** Also on a thread that is interrupted, which stays so. */
  static void of(Duration moment) {
    boolean interrupted = Thread.interrupted();
    LockSupport.parkNanos(moment.toNanos());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
