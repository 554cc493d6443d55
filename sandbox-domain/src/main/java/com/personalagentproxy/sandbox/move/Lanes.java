package com.personalagentproxy.sandbox.move;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Does a deed for each of many, a bounded number at once: one that takes long holds up its own lane
 * only, and one that fails holds up none.
 */
final class Lanes {

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  private final Background background;
  private final int width;

  Lanes(Background background, int width) {
    this.background = background;
    this.width = width;
  }

  /**
   * Comes back when the deed was tried for all of them, or when the waiting thread is interrupted.
   *
   * @throws RuntimeException the first that a deed threw, with the others as suppressed ones
   */
  <T> void each(Collection<T> all, Consumer<T> deed) {
    Failures failures = new Failures();
    Queue<T> waiting = new ArrayDeque<>(all);
    List<Background.Work<Boolean>> lanes = new ArrayList<>();
    for (int lane = 0; lane < Math.min(width, all.size()); lane++) {
      lanes.add(background.start(() -> drive(waiting, deed, failures)));
    }
    for (Background.Work<Boolean> lane : lanes) {
      if (!isAwaited(lane)) {
        return;
      }
    }
    failures.rethrow();
  }

  private static <T> boolean drive(Queue<T> waiting, Consumer<T> deed, Failures failures) {
    for (Optional<T> next = poll(waiting); next.isPresent(); next = poll(waiting)) {
      try {
        deed.accept(next.get());
      } catch (RuntimeException failure) {
        failures.add(failure);
      }
    }
    return true;
  }

  private static <T> Optional<T> poll(Queue<T> waiting) {
    synchronized (waiting) {
      return Optional.ofNullable(waiting.poll());
    }
  }

  private static boolean isAwaited(Background.Work<Boolean> lane) {
    try {
      while (lane.await(LOOK_AGAIN).isEmpty()) {
        // It ends: each deed asks a backend that answers within a bound of its own.
      }
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static final class Failures {
    private final List<RuntimeException> all = new ArrayList<>();

    synchronized void add(RuntimeException failure) {
      all.add(failure);
    }

    synchronized void rethrow() {
      if (!all.isEmpty()) {
        RuntimeException first = all.get(0);
        all.subList(1, all.size()).stream()
            .filter(each -> each != first)
            .forEach(first::addSuppressed);
        throw first;
      }
    }
  }
}
