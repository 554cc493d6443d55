package com.personalagentproxy.sandbox.backend.conformance;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Something that is done on a thread of its own, so that nobody need wait for it for ever. */
final class Bounded<T> {

  private static final int FRAMES = 4;

  private final CompletableFuture<T> done = new CompletableFuture<>();
  private final Thread worker;

  private Bounded(String name, Supplier<T> deed) {
    worker =
        Bench.thread(
            name,
            () -> {
              try {
                done.complete(deed.get());
              } catch (RuntimeException | Error failure) {
                done.completeExceptionally(failure);
              }
            });
  }

  static <T> Bounded<T> start(String name, Supplier<T> deed) {
    return new Bounded<>(name, deed);
  }

  /**
   * What came of it; what it threw is thrown.
   *
   * @throws TimeoutException if it isn't done then; says where it is stuck, and it is interrupted
   * @throws InterruptedException if this thread is interrupted; it is interrupted as well
   */
  T within(Duration limit) throws TimeoutException, InterruptedException {
    try {
      return done.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      String where = where();
      worker.interrupt();
      TimeoutException stuck = new TimeoutException("it is stuck in " + where);
      stuck.initCause(late);
      throw stuck;
    } catch (InterruptedException stopNow) {
      worker.interrupt();
      throw stopNow;
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      if (failure.getCause() instanceof Error thrown) {
        throw thrown;
      }
      throw new IllegalStateException("Nothing else is thrown there.", failure);
    }
  }

  private String where() {
    return Arrays.stream(worker.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("com.personalagentproxy"))
        .limit(FRAMES)
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
        .reduce((inner, outer) -> inner + ", called from " + outer)
        .orElse("a call");
  }
}
