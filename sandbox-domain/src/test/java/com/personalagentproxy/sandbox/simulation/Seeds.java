package com.personalagentproxy.sandbox.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Plays simulations, seed after seed, on all processors, until one breaks a rule. */
public final class Seeds {

  private final AtomicLong next;
  private final LongAdder played = new LongAdder();
  private final LongAdder steps = new LongAdder();
  private final AtomicReference<@Nullable Failed> failed = new AtomicReference<>();
  private final long begun = System.nanoTime();

  private Seeds(long from) {
    next = new AtomicLong(from);
  }

  /** A seed that broke a rule, and how. */
  public record Failed(long seed, Throwable why) {

    /** Whether a judge saw it, and not something else went wrong. */
    public boolean isViolation() {
      return why instanceof Violation;
    }

    /** The story of it, told by playing it again. */
    public String story() {
      return Seeds.story(seed);
    }
  }

  /** Plays this many, from one on. */
  public static Seeds play(long from, long count) {
    Seeds seeds = new Seeds(from);
    seeds.playWhile(seed -> seed < from + count);
    return seeds;
  }

  /** Plays for so long, from one on. */
  static Seeds playFor(long from, Duration time) {
    Seeds seeds = new Seeds(from);
    long until = System.nanoTime() + time.toNanos();
    seeds.playWhile(seed -> System.nanoTime() < until);
    return seeds;
  }

  private interface Bound {
    boolean holds(long seed);
  }

  private void playWhile(Bound bound) {
    List<Thread> players = new ArrayList<>();
    for (int each = 0; each < Runtime.getRuntime().availableProcessors(); each++) {
      Thread player = new Thread(() -> playOneByOne(bound), "player");
      players.add(player);
      player.start();
    }
    try {
      for (Thread player : players) {
        player.join();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void playOneByOne(Bound bound) {
    try (Workers workers = new Workers()) {
      for (long seed = next.getAndIncrement();
          failed.get() == null && bound.holds(seed);
          seed = next.getAndIncrement()) {
        try {
          Simulation simulation = new Simulation(seed, workers, false);
          try {
            simulation.play();
          } finally {
            played.increment();
            steps.add(simulation.steps());
          }
        } catch (Throwable why) {
          failed.compareAndSet(null, new Failed(seed, why));
        }
      }
    }
  }

  /** The first that was found to break a rule. */
  public Optional<Failed> failed() {
    return Optional.ofNullable(failed.get());
  }

  long played() {
    return played.sum();
  }

  /** How many were played, and how fast. */
  @Override
  public String toString() {
    double seconds = (System.nanoTime() - begun) / 1e9;
    return "%s seeds, %s steps in %.1f s: %.0f seeds and %.0f steps a second"
        .formatted(
            played.sum(), steps.sum(), seconds, played.sum() / seconds, steps.sum() / seconds);
  }

  /** What happens with this seed, line by line, and what is wrong in the end. */
  static String story(long seed) {
    try (Workers workers = new Workers()) {
      Simulation simulation = new Simulation(seed, workers, true);
      String end = "Nothing was wrong.";
      try {
        simulation.play();
      } catch (Throwable wrong) {
        StringWriter trace = new StringWriter();
        wrong.printStackTrace(new PrintWriter(trace));
        end = trace.toString();
      }
      return "Seed " + seed + "\n" + simulation.story + "\n" + end;
    }
  }
}
