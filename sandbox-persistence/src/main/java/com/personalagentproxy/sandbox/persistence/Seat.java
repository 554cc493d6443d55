package com.personalagentproxy.sandbox.persistence;

import java.util.concurrent.CompletableFuture;

/**
 * One who asks, and waits until its turn is told.
 *
 * @param <A> what is asked
 * @param <R> what is answered
 */
record Seat<A, R>(A ask, CompletableFuture<Turn<R>> turn) {

  static <A, R> Seat<A, R> of(A ask) {
    return new Seat<>(ask, new CompletableFuture<>());
  }
}
