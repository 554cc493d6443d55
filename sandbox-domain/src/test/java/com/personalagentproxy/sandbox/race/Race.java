package com.personalagentproxy.sandbox.race;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Runs the same deed on many threads that begin at the same moment. */
public final class Race {

  private static final long LONGEST_SECONDS = 30;

  private Race() {}

  /**
   * What each runner came to, in the runners' order.
   *
   * @throws AssertionError if one fails, or is not done after thirty seconds
   */
  public static <T> List<T> of(int runners, IntFunction<T> deed) {
    return of(IntStream.range(0, runners).<Callable<T>>mapToObj(i -> () -> deed.apply(i)).toList());
  }

  /** Likewise, with a deed for each. */
  public static <T> List<T> of(List<Callable<T>> deeds) {
    ExecutorService threads = Executors.newFixedThreadPool(deeds.size());
    try {
      CyclicBarrier start = new CyclicBarrier(deeds.size());
      List<Future<T>> runs = new ArrayList<>();
      for (Callable<T> deed : deeds) {
        runs.add(
            threads.submit(
                () -> {
                  start.await(LONGEST_SECONDS, TimeUnit.SECONDS);
                  return deed.call();
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> run : runs) {
        results.add(run.get(LONGEST_SECONDS, TimeUnit.SECONDS));
      }
      return results;
    } catch (ExecutionException | TimeoutException failure) {
      throw new AssertionError("A runner of the race failed.", failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The race was interrupted.", interrupted);
    } finally {
      threads.shutdownNow();
    }
  }
}
