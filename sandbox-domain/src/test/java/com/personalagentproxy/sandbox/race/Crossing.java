package com.personalagentproxy.sandbox.race;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Where threads of a test wait for each other, for half a minute at most. */
public final class Crossing {

  private static final long LONGEST_SECONDS = 30;

  private Crossing() {}

  /** Comes back when as many are there as the barrier asks for. */
  public static void at(CyclicBarrier barrier) {
    try {
      barrier.await(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (BrokenBarrierException | TimeoutException tooFew) {
      throw new AssertionError("The others didn't come.", tooFew);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for the others.", interrupted);
    }
  }

  /** Whether the latch opened in time. */
  public static boolean isOpen(CountDownLatch latch) {
    try {
      return latch.await(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
