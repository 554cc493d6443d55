package com.personalagentproxy.sandbox.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Many threads that do something at the same moment. */
public final class Crowd {

  private static final int PATIENCE_SECONDS = 120;

  /** What each of them does; it is told its number, from 0. */
  @FunctionalInterface
  public interface Deed {
    void act(int number) throws Exception;
  }

  private final int size;

  private Crowd(int size) {
    this.size = size;
  }

  public static Crowd of(int size) {
    return new Crowd(size);
  }

  /** Comes back when all have done it; fails if one failed. */
  public void each(Deed deed) {
    ExecutorService threads = Executors.newFixedThreadPool(size);
    try {
      CyclicBarrier start = new CyclicBarrier(size);
      List<Future<?>> deeds = new ArrayList<>();
      for (int index = 0; index < size; index++) {
        int number = index;
        deeds.add(
            threads.submit(
                () -> {
                  start.await();
                  deed.act(number);
                  return null;
                }));
      }
      for (Future<?> done : deeds) {
        done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException failure) {
      throw new AssertionError(
          "One of the crowd failed: " + failure.getCause(), failure.getCause());
    } catch (InterruptedException | TimeoutException late) {
      throw new AssertionError("The crowd doesn't come to an end.", late);
    } finally {
      threads.shutdownNow();
    }
  }
}
