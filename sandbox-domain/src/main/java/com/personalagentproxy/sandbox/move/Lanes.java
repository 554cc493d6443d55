package com.personalagentproxy.sandbox.move;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Does a deed for each of many, a bounded number at once: one that takes long holds up its own lane
 * only, and one that fails holds up none. Safe for use by many threads.
 */
final class Lanes {

  private final Background background;
  private final int width;

  Lanes(Background background, int width) {
    this.background = background;
    this.width = width;
  }

  /** Likewise, for what is all known from the start. */
  <T> void each(Collection<T> all, Consumer<T> deed) {
    Queue<T> waiting = new ArrayDeque<>(all);
    if (!waiting.isEmpty()) {
      each(free -> first(free, waiting), deed);
    }
  }

  private static <T> List<T> first(int most, Queue<T> waiting) {
    List<T> first = new ArrayList<>();
    while (first.size() < most && !waiting.isEmpty()) {
      first.add(waiting.remove());
    }
    return first;
  }

  /**
   * Comes back when the deed was tried for all of them. When the waiting thread is interrupted it
   * comes back at once, and no more are taken; the deed is done for those that were.
   *
   * @param next gives the next ones: for at most so many is a lane free. None: there are no more.
   *     It is asked by one thread at a time, and when it fails not again.
   * @throws RuntimeException or an {@link Error}: the first that a deed or {@code next} threw, with
   *     the others as suppressed ones; that of a background that begins nothing any more, when none
   *     was taken
   */
  <T> void each(IntFunction<List<T>> next, Consumer<T> deed) {
    if (!Thread.currentThread().isInterrupted()) {
      new Traffic<>(background, width, next, deed).passes();
    }
  }
}
