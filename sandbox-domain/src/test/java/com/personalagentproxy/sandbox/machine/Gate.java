package com.personalagentproxy.sandbox.machine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Where a call stops until the test lets it go on. Neither side waits for more than half a minute.
 */
public final class Gate {

  private static final int PATIENCE_SECONDS = 30;

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch open = new CountDownLatch(1);

  /** Comes back when a call has stopped here. */
  public void awaitReached() {
    await(reached, "No call has reached the gate.");
  }

  /** Lets the call go on, and any that comes later. */
  public void open() {
    open.countDown();
  }

  /** Stops here until the gate is open. */
  public void pass() {
    reached.countDown();
    await(open, "The gate was never opened.");
  }

  private static void await(CountDownLatch latch, String otherwise) {
    try {
      if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(otherwise);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted at the gate.", interrupted);
    }
  }
}
