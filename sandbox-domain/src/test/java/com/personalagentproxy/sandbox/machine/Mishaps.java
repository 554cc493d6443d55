package com.personalagentproxy.sandbox.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * What goes wrong with the next calls of each verb, in the order it was planned. Safe for use by
 * many threads.
 */
final class Mishaps<V> {

  /** What goes wrong with one call: before it is done, and after it. */
  record Mishap(Runnable before, Runnable after) {
    static final Mishap NONE = new Mishap(() -> {}, () -> {});
  }

  private final Map<V, Deque<Mishap>> planned = new HashMap<>();

  void before(V verb, Runnable what) {
    plan(verb, new Mishap(what, () -> {}));
  }

  void after(V verb, Runnable what) {
    plan(verb, new Mishap(() -> {}, what));
  }

  synchronized Mishap next(V verb) {
    Deque<Mishap> waiting = planned.get(verb);
    Mishap next = waiting == null ? null : waiting.poll();
    return next == null ? Mishap.NONE : next;
  }

  private synchronized void plan(V verb, Mishap mishap) {
    planned.computeIfAbsent(verb, key -> new ArrayDeque<>()).add(mishap);
  }
}
