package com.personalagentproxy.sandbox.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Decides who goes on, and keeps the time. Time stands still but for a moment at each step, and
 * jumps when everybody waits.
 */
final class Scheduler {

  private static final long STEP = Duration.ofMillis(1).toNanos();

  private final Chance chance;
  private final Workers workers;
  private final Runnable afterStep;
  private final int stickiness;
  private final List<Actor> ready = new ArrayList<>();
  private final PriorityQueue<Actor> waiting =
      new PriorityQueue<>(
          Comparator.<Actor>comparingLong(actor -> actor.wakesAt)
              .thenComparingLong(actor -> actor.number));
  private final Semaphore ended = new Semaphore(0);

  private @Nullable Actor current;
  private @Nullable Throwable failure;
  private boolean ending;
  private long now;
  private long actors;
  private long steps;

  /** The simulation is over: who is still in the middle of something stops. */
  static final class Over extends Error {
    private static final long serialVersionUID = 1L;

    Over() {
      super("over", null, false, false);
    }
  }

  /**
   * A scheduler for one simulation.
   *
   * @param afterStep looks at the world whenever somebody is about to go on
   */
  Scheduler(Chance chance, Workers workers, Runnable afterStep) {
    this.chance = chance;
    this.workers = workers;
    this.afterStep = afterStep;
    this.stickiness = chance.pick(List.of(0, 40, 70));
  }

  /**
   * Plays until the first actor has come to its end; all others are stopped then.
   *
   * @throws Throwable what any actor threw first
   */
  void play(String name, Runnable first) throws Throwable {
    start(
        name,
        null,
        () -> {
          first.run();
          ending = true;
        });
    current = next();
    begin(actor());
    ended.acquire();
    if (failure != null) {
      throw failure;
    }
  }

  /** Another actor, which begins when it is chosen. */
  Actor start(String name, @Nullable Life life, Runnable role) {
    Actor actor = new Actor(name, actors++, role);
    actor.life = life;
    actor.call = current == null ? null : current.call;
    ready.add(actor);
    return actor;
  }

  /** Who goes on now. */
  Actor actor() {
    if (current == null) {
      throw new IllegalStateException("Nobody is on.");
    }
    return current;
  }

  /** Nanoseconds since the beginning. */
  long now() {
    return now;
  }

  long steps() {
    return steps;
  }

  /** Whether the time has come to stop. */
  boolean isEnding() {
    return ending;
  }

  /** Lets another go on, perhaps. */
  void step() {
    steps++;
    now += STEP;
    if (!ending && !ready.isEmpty() && !chance.percent(stickiness)) {
      ready.add(actor());
      handOver();
    }
    goesOn();
  }

  /** Lets the others go on until the time has passed. */
  void sleep(Duration time) {
    await(null, time);
  }

  /** Lets the others go on until the signal was raised or the time has passed. */
  void await(@Nullable Signal signal, Duration atMost) {
    steps++;
    Actor self = actor();
    self.wakesAt = now + Math.max(STEP, atMost.toNanos());
    self.waitsFor = signal;
    if (signal != null) {
      signal.waiting.add(self);
    }
    waiting.add(self);
    handOver();
    goesOn();
  }

  /** Whoever waits for the signal may go on. */
  void raise(Signal signal) {
    for (Actor actor : List.copyOf(signal.waiting)) {
      wake(actor);
    }
  }

  /** Whoever was on that server finds out at once that it is dead. */
  void wakeAllOn(Life dead) {
    for (Actor actor : List.copyOf(waiting)) {
      if (actor.life == dead) {
        wake(actor);
      }
    }
  }

  private void wake(Actor actor) {
    waiting.remove(actor);
    isReady(actor);
  }

  private void isReady(Actor actor) {
    if (actor.waitsFor != null) {
      actor.waitsFor.waiting.remove(actor);
      actor.waitsFor = null;
    }
    ready.add(actor);
  }

  /** The first thing that anybody does who goes on. */
  private void goesOn() {
    if (ending) {
      throw new Over();
    }
    afterStep.run();
    Life life = actor().life;
    if (life != null && life.isOver()) {
      throw new Life.Killed();
    }
  }

  private void handOver() {
    Actor self = actor();
    Actor next = next();
    current = next;
    if (next != self) {
      begin(next);
      self.pause();
    }
  }

  private Actor next() {
    if (ready.isEmpty()) {
      Actor first = waiting.remove();
      now = Math.max(now, first.wakesAt);
      isReady(first);
    }
    while (!waiting.isEmpty() && waiting.peek().wakesAt <= now) {
      isReady(waiting.remove());
    }
    int chosen = ready.size() == 1 ? 0 : chance.below(ready.size());
    Actor last = ready.remove(ready.size() - 1);
    return chosen == ready.size() ? last : ready.set(chosen, last);
  }

  private void begin(Actor actor) {
    if (actor.hasBegun()) {
      actor.goOn();
    } else {
      workers.run(() -> playToTheEnd(actor), this::after);
    }
  }

  private void playToTheEnd(Actor actor) {
    try {
      if (!ending) {
        actor.play();
      }
    } catch (Over | Life.Killed stopped) {
      // So it was meant.
    } catch (Throwable broken) {
      if (failure == null) {
        failure = broken;
      }
      ending = true;
    }
  }

  /** An actor has come to its end: another goes on, until there is none. */
  private void after() {
    if (ending) {
      while (!waiting.isEmpty()) {
        isReady(waiting.remove());
      }
    }
    if (ready.isEmpty() && waiting.isEmpty()) {
      current = null;
      ended.release();
      return;
    }
    Actor next = next();
    current = next;
    begin(next);
  }
}
