package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The conformance suite. It runs checks against a backend, deletes what they made, and reports.
 * Checks that don't mind run beside each other; those that take the time or load the backend run
 * alone, afterwards. A backend that hangs can't hang it: each check has a limit, and so has the
 * whole.
 */
public final class Conformance {

  private static final int BESIDE = 4;
  private static final Duration USUAL_LIMIT = Duration.ofMinutes(20);
  private static final Duration TELLING = Duration.ofSeconds(30);
  private static final Duration STOPPING = Duration.ofMinutes(1);

  private final BackendUnderCheck under;
  private final List<Check> checks;
  private final Duration limit;
  private final int patience;

  private Conformance(BackendUnderCheck under, List<Check> checks, Duration limit, int patience) {
    this.under = under;
    this.checks = checks;
    this.limit = limit;
    this.patience = patience;
  }

  /** All checks there are, in the order they are told of. */
  public static List<Check> checks() {
    return Checks.ALL;
  }

  /** All checks against that backend. */
  public static Conformance of(BackendUnderCheck under) {
    return new Conformance(under, checks(), USUAL_LIMIT, 1);
  }

  /** Only those checks. */
  public Conformance only(Predicate<Check> chosen) {
    return new Conformance(under, checks.stream().filter(chosen).toList(), limit, patience);
  }

  /** The same, but not for longer than that: checks that are left over then have failed. */
  public Conformance within(Duration most) {
    return new Conformance(under, checks, most, patience);
  }

  /**
   * The same for a backend that is slow: each check's limit, and that of the whole, is so many
   * times as long, and so is the time of commands that aren't about time, up to the longest there
   * is. What checks say of time stays as it is, and so do the commands of known gaps.
   */
  public Conformance slowerBy(int factor) {
    if (factor < 1) {
      throw new IllegalArgumentException(
          "A suite can't be slower by " + factor + ". Give 1 or more.");
    }
    return new Conformance(under, checks, limit.multipliedBy(factor), patience * factor);
  }

  /**
   * Runs the checks; comes back when all have ended or were given up.
   *
   * @param listener is told each result when it is there, by one thread at a time
   * @throws InterruptedException if this thread is interrupted; what the checks made is deleted
   *     nevertheless
   */
  public Report run(Consumer<Result> listener) throws InterruptedException {
    return new Run(listener).report();
  }

  private final class Run {
    private final long start = System.nanoTime();
    private final Consumer<Result> listener;
    private final List<Result> results = new ArrayList<>();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
    private final Map<String, Gap> gaps = new HashMap<>();

    Run(Consumer<Result> listener) {
      this.listener = listener;
    }

    Report report() throws InterruptedException {
      readGaps();
      runBeside(waiting(check -> !check.alone()));
      runAll(waiting(Check::alone));
      if (Thread.interrupted()) {
        throw new InterruptedException("The suite was stopped.");
      }
      return new Report(results, List.copyOf(complaints), spent());
    }

    private Queue<Check> waiting(Predicate<Check> which) {
      return new ConcurrentLinkedQueue<>(checks.stream().filter(which).toList());
    }

    private void readGaps() throws InterruptedException {
      List<Gap> named;
      try {
        named = Bounded.start("gaps", () -> under.backend().gaps()).within(TELLING);
      } catch (TimeoutException silent) {
        complaints.add("The backend doesn't say what its gaps are: it gives no answer.");
        return;
      } catch (RuntimeException failure) {
        complaints.add("The backend doesn't say what its gaps are: " + Shown.of(failure) + ".");
        return;
      }
      for (Gap gap : named) {
        if (checks().stream().noneMatch(check -> check.name().equals(gap.check()))) {
          complaints.add(
              "The backend names the gap “%s” (%s), but there is no check of that name."
                  .formatted(gap.check(), gap.why()));
        }
        gaps.put(gap.check(), gap);
      }
    }

    private void runBeside(Queue<Check> waiting) throws InterruptedException {
      List<Thread> lanes =
          Stream.generate(() -> Bench.thread("lane", () -> runAll(waiting))).limit(BESIDE).toList();
      try {
        for (Thread lane : lanes) {
          lane.join();
        }
      } catch (InterruptedException stopNow) {
        for (Thread lane : lanes) {
          lane.interrupt();
        }
        for (Thread lane : lanes) {
          lane.join(STOPPING.toMillis());
        }
        throw stopNow;
      }
    }

    private void runAll(Queue<Check> waiting) {
      for (Check next = waiting.poll(); next != null; next = waiting.poll()) {
        Result result = result(next);
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        tell(result);
      }
    }

    private Result result(Check check) {
      Duration left = limit.minus(spent());
      if (left.isNegative() || left.isZero()) {
        return new Result(
            check,
            new Verdict.Failed(
                "the suite to end within " + Shown.seconds(limit),
                "no time that was left for this check"),
            Duration.ZERO);
      }
      Optional<Gap> gap = Optional.ofNullable(gaps.get(check.name()));
      // A command that is said not to end needn't be waited for as for one that may.
      return new CheckRun(check, new Bench(under, gap.isPresent() ? 1 : patience), gap)
          .run(shorter(left, check.limit().multipliedBy(patience)), complaints::add);
    }

    private static Duration shorter(Duration one, Duration other) {
      return one.compareTo(other) < 0 ? one : other;
    }

    private synchronized void tell(Result result) {
      results.add(result);
      listener.accept(result);
    }

    private Duration spent() {
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }
}
