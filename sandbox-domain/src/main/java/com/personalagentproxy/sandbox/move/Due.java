package com.personalagentproxy.sandbox.move;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * The deeds of one sweep, a bounded number of them. Their kinds take turns, so that none keeps
 * another waiting. For use by one thread at a time.
 */
final class Due {

  /** Deeds of one kind. */
  @FunctionalInterface
  interface Kind {
    /**
     * The next ones, so many at most; none if there are no more. Whoever is given one does it at
     * once.
     */
    List<Runnable> next(int most);
  }

  private final int most;
  private final Queue<Kind> kinds;
  private int given;

  /**
   * @param most how many are given in all
   */
  Due(int most, List<Kind> kinds) {
    this.most = most;
    this.kinds = new ArrayDeque<>(kinds);
  }

  /** The next ones, for so many lanes at most; none if there are no more. */
  List<Runnable> next(int lanes) {
    int some = Math.min(lanes, most - given());
    List<Runnable> next = List.of();
    while (next.isEmpty() && some > 0 && !kinds.isEmpty()) {
      Kind turn = kinds.remove();
      next = turn.next(some);
      if (!next.isEmpty()) {
        kinds.add(turn);
      }
    }
    gave(next.size());
    return next;
  }

  private synchronized void gave(int some) {
    given += some;
  }

  /** How many were given until now; for any thread to ask. */
  synchronized int given() {
    return given;
  }
}
