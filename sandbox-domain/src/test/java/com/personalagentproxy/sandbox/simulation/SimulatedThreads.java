package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.SettledMoves;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Background work and notices of one server, as the scheduler would have them. */
final class SimulatedThreads implements Background {

  private final Scheduler scheduler;
  private final Chance chance;
  private final List<SimulatedThreads> others;
  private final Signal announced = new Signal();
  private long announcements;

  /**
   * Threads of one server.
   *
   * @param others those of all servers; a notice reaches the others only sometimes
   */
  SimulatedThreads(Scheduler scheduler, Chance chance, List<SimulatedThreads> others) {
    this.scheduler = scheduler;
    this.chance = chance;
    this.others = others;
    others.add(this);
  }

  @Override
  public <T> Work<T> start(Supplier<T> work) {
    Actor begins = scheduler.actor();
    Running<T> running = new Running<>(scheduler);
    scheduler.start(begins + "'", begins.life, () -> running.run(work));
    return running;
  }

  /** Notices that come late, for nothing, or not at all. */
  SettledMoves settledMoves() {
    return new SettledMoves() {
      @Override
      public void announce(SandboxId sandbox) {
        for (SimulatedThreads each : List.copyOf(others)) {
          if (each == SimulatedThreads.this || chance.oneIn(2)) {
            each.announcements++;
            scheduler.raise(each.announced);
          }
        }
      }

      @Override
      public Watch watch(SandboxId sandbox) {
        long begun = announcements;
        return atMost -> {
          if (announcements == begun) {
            scheduler.await(announced, atMost.multipliedBy(chance.pick(List.of(1, 8, 40))));
          }
        };
      }
    };
  }

  private static final class Running<T> implements Work<T> {
    private final Scheduler scheduler;
    private final Signal done = new Signal();
    private final List<T> result = new ArrayList<>(1);
    private @Nullable RuntimeException failure;

    Running(Scheduler scheduler) {
      this.scheduler = scheduler;
    }

    void run(Supplier<T> work) {
      try {
        result.add(work.get());
      } catch (Network.Away away) {
        failure = away;
      }
      scheduler.raise(done);
    }

    @Override
    public Optional<T> await(Duration atMost) {
      long until = scheduler.now() + atMost.toNanos();
      while (result.isEmpty() && failure == null && scheduler.now() < until) {
        scheduler.await(done, Duration.ofNanos(until - scheduler.now()));
      }
      if (failure != null) {
        throw failure;
      }
      return result.stream().findFirst();
    }
  }
}
