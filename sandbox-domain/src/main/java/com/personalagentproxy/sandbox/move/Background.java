package com.personalagentproxy.sandbox.move;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Port: does work for as long as it takes, on threads that no vanished client interrupts (M11), and
 * lets callers wait for it within a bound. Implementations are safe for use by many threads.
 */
public interface Background {

  /**
   * Begins the work and comes back at once.
   *
   * @throws RejectedExecutionException if no work is begun any more; it was not begun
   */
  <T> Work<T> start(Supplier<T> work);

  /** Work that was begun; it goes on whether anybody waits for it or not. */
  @FunctionalInterface
  interface Work<T> {
    /**
     * Waits for the result; what the work throws is thrown here too.
     *
     * @param atMost zero to look without waiting
     * @return the result; empty if there is none yet
     * @throws InterruptedException if the waiting thread is interrupted; the work goes on
     */
    Optional<T> await(Duration atMost) throws InterruptedException;
  }

  /** Work on the executor's threads, which must be as many as there is work at once. */
  static Background on(Executor executor) {
    return new Background() {
      @Override
      public <T> Work<T> start(Supplier<T> work) {
        CompletableFuture<T> running = CompletableFuture.supplyAsync(work, executor);
        return atMost -> await(running, atMost);
      }
    };
  }

  private static <T> Optional<T> await(CompletableFuture<T> running, Duration atMost)
      throws InterruptedException {
    try {
      return Optional.of(running.get(atMost.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException notYet) {
      return Optional.empty();
    } catch (ExecutionException broken) {
      throw broken.getCause() instanceof RuntimeException failure
          ? failure
          : new CompletionException(broken.getCause());
    }
  }
}
