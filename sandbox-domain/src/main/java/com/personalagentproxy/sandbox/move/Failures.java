package com.personalagentproxy.sandbox.move;

import java.util.ArrayList;
import java.util.List;

/** What many deeds failed with, to be told when all were tried. Safe for use by many threads. */
final class Failures {

  private final List<Throwable> all = new ArrayList<>();

  synchronized void add(Throwable failure) {
    all.add(failure);
  }

  /**
   * Does nothing if there were none.
   *
   * @throws RuntimeException or an {@link Error}: the first, with the others as suppressed ones
   */
  synchronized void rethrow() {
    if (all.isEmpty()) {
      return;
    }
    Throwable first = all.get(0);
    all.subList(1, all.size()).stream().filter(each -> each != first).forEach(first::addSuppressed);
    if (first instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) first;
  }
}
