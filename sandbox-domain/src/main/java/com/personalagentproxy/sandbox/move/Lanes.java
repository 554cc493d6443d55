package com.personalagentproxy.sandbox.move;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
   * @throws RuntimeException or an {@link Error}: the first that a deed threw, with the others as
   *     suppressed ones
   */
  <T> void each(Collection<T> all, Consumer<T> deed) {
    Queue<T> waiting = new ArrayDeque<>(all);
    each(all.size(), () -> poll(waiting), deed);
  }

  /**
   * Likewise for what isn't all known from the start.
   *
   * @param atOnce how many there are to begin with
   * @param next gives the next one to any lane that is free; a lane that gets none ends
   */
  <T> void each(int atOnce, Supplier<Optional<T>> next, Consumer<T> deed) {
    Failures failures = new Failures();
    List<Background.Work<Boolean>> lanes = new ArrayList<>();
    for (int lane = 0; lane < Math.min(width, atOnce); lane++) {
      lanes.add(background.start(() -> drive(next, deed, failures)));
    }
    for (Background.Work<Boolean> lane : lanes) {
      if (!isAwaited(lane)) {
        return;
      }
    }
    failures.rethrow();
  }

  private static <T> boolean drive(
      Supplier<Optional<T>> next, Consumer<T> deed, Failures failures) {
    try {
      for (Optional<T> one = next.get(); one.isPresent(); one = next.get()) {
        tryOne(one.get(), deed, failures);
      }
      return true;
    } catch (RuntimeException | Error noNext) {
      failures.add(noNext);
      return false;
    }
  }

  private static <T> void tryOne(T one, Consumer<T> deed, Failures failures) {
    try {
      deed.accept(one);
    } catch (RuntimeException | Error failure) {
      failures.add(failure);
    }
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
    private final List<Throwable> all = new ArrayList<>();

    synchronized void add(Throwable failure) {
      all.add(failure);
    }

    synchronized void rethrow() {
      if (all.isEmpty()) {
        return;
      }
      Throwable first = all.get(0);
      all.subList(1, all.size()).stream()
          .filter(each -> each != first)
          .forEach(first::addSuppressed);
      if (first instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) first;
    }
  }
}
