package com.personalagentproxy.sandbox.backend.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;

/** Many threads that do something at the same moment. */
final class Crowd {

  /** What each of them does; it is told its number, from 0. */
  @FunctionalInterface
  interface Deed {
    void act(int number) throws Exception;
  }

  private Crowd() {}

  /** Comes back when all have done it; throws what the first one of them threw. */
  static void of(int size, Deed deed) throws Exception {
    CyclicBarrier start = new CyclicBarrier(size);
    List<CompletableFuture<Void>> deeds = new ArrayList<>();
    for (int index = 0; index < size; index++) {
      int number = index;
      CompletableFuture<Void> done = new CompletableFuture<>();
      deeds.add(done);
      Thread unused = Bench.thread("crowd", () -> act(start, deed, number, done));
    }
    for (CompletableFuture<Void> done : deeds) {
      try {
        done.get();
      } catch (ExecutionException failure) {
        throw failure.getCause() instanceof Exception thrown ? thrown : failure;
      }
    }
  }

  private static void act(
      CyclicBarrier start, Deed deed, int number, CompletableFuture<Void> done) {
    try {
      start.await();
      deed.act(number);
      done.complete(null);
    } catch (Exception | Error failure) {
      done.completeExceptionally(failure);
    }
  }
}
