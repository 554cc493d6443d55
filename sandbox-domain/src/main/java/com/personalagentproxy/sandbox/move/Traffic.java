package com.personalagentproxy.sandbox.move;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * What passes through the {@link Lanes} once. No thread waits for a lane to become free: whoever
 * has done a deed takes the next ones for all lanes that are free, unless another thread is at it,
 * which then looks again. So while few are taken at a time, more lanes become free meanwhile.
 */
final class Traffic<T> {

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  private final Background background;
  private final IntFunction<List<T>> next;
  private final Consumer<T> deed;
  private final Failures failures = new Failures();
  private final Queue<Background.Work<Boolean>> begun = new ArrayDeque<>();
  private int free;
  private boolean isBeingTaken;
  private boolean isOver;

  Traffic(Background background, int width, IntFunction<List<T>> next, Consumer<T> deed) {
    this.background = background;
    this.free = width;
    this.next = next;
    this.deed = deed;
  }

  /** Comes back as {@link Lanes#each} says. */
  void passes() {
    // On a lane of its own, so that nothing is taken where no lane can be begun.
    isBegun(background.start(this::takeWhatLanesAreFreeFor));
    for (Optional<Background.Work<Boolean>> work = earliest();
        work.isPresent();
        work = earliest()) {
      if (!isAwaited(work.get())) {
        end();
        return;
      }
    }
    failures.rethrow();
  }

  private boolean takeWhatLanesAreFreeFor() {
    for (int lanes = beginToTake(); lanes > 0; lanes = goOnTaking()) {
      List<T> taken = take(lanes);
      taken.forEach(this::begin);
    }
    return true;
  }

  private synchronized int beginToTake() {
    return isBeingTaken ? 0 : goOnTaking();
  }

  private synchronized int goOnTaking() {
    isBeingTaken = free > 0 && !isOver;
    return isBeingTaken ? free : 0;
  }

  private List<T> take(int lanes) {
    List<T> taken = List.of();
    try {
      taken = next.apply(lanes);
    } catch (RuntimeException | Error failure) {
      failures.add(failure);
    }
    occupy(taken.size());
    return taken;
  }

  private synchronized void occupy(int lanes) {
    free -= lanes;
    isOver |= lanes == 0;
  }

  private synchronized void end() {
    isOver = true;
  }

  private void begin(T one) {
    try {
      isBegun(background.start(() -> drive(one)));
    } catch (RuntimeException | Error noLane) {
      // As of a server that stops. What was taken is done yet, and no more is taken.
      failures.add(noLane);
      end();
      drive(one);
    }
  }

  private synchronized void isBegun(Background.Work<Boolean> work) {
    begun.add(work);
  }

  private boolean drive(T one) {
    try {
      deed.accept(one);
    } catch (RuntimeException | Error failure) {
      failures.add(failure);
    }
    leave();
    return takeWhatLanesAreFreeFor();
  }

  private synchronized void leave() {
    free++;
  }

  /** Whatever work is begun by another is there before that other has ended. */
  private synchronized Optional<Background.Work<Boolean>> earliest() {
    return Optional.ofNullable(begun.poll());
  }

  private static boolean isAwaited(Background.Work<Boolean> work) {
    try {
      while (work.await(LOOK_AGAIN).isEmpty()) {
        // It ends: each deed asks a backend that answers within a bound of its own.
      }
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
