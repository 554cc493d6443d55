package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A point at which somebody is kept waiting until a test lets it go on. */
final class Hold {

  private static final int PATIENCE_SECONDS = 60;

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /** Waits there. */
  void await() throws InterruptedException {
    reached.countDown();
    released.await();
  }

  boolean isReached() {
    return reached.getCount() == 0;
  }

  /** Comes back when somebody waits there. */
  void awaitReached() throws InterruptedException {
    assertThat(reached.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("somebody came").isTrue();
  }

  void release() {
    released.countDown();
  }
}
