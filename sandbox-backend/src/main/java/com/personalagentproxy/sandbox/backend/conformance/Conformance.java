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

  private final BackendUnderCheck under;
  private final List<Check> checks;
  private final Duration limit;

  private Conformance(BackendUnderCheck under, List<Check> checks, Duration limit) {
    this.under = under;
    this.checks = checks;
    this.limit = limit;
  }

  /** All checks there are, in the order they are told of. */
  public static List<Check> checks() {
    return Checks.ALL;
  }

  /** All checks against that backend. */
  public static Conformance of(BackendUnderCheck under) {
    return new Conformance(under, checks(), USUAL_LIMIT);
  }

  /** Only those checks. */
  public Conformance only(Predicate<Check> chosen) {
    return new Conformance(under, checks.stream().filter(chosen).toList(), limit);
  }

  /** The same, but not for longer than that: checks that are left over then have failed. */
  public Conformance within(Duration most) {
    return new Conformance(under, checks, most);
  }

  /**
   * Runs the checks; comes back when all have ended or were given up.
   *
   * @param listener is told each result when it is there, by one thread at a time
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
      Queue<Check> beside =
          new ConcurrentLinkedQueue<>(checks.stream().filter(check -> !check.alone()).toList());
      List<Thread> lanes =
          Stream.generate(() -> Bench.thread("lane", () -> runAll(beside))).limit(BESIDE).toList();
      for (Thread lane : lanes) {
        lane.join();
      }
      runAll(new ConcurrentLinkedQueue<>(checks.stream().filter(Check::alone).toList()));
      return new Report(results, List.copyOf(complaints), spent());
    }

    private void readGaps() {
      for (Gap gap : under.backend().gaps()) {
        if (Checks.ALL.stream().noneMatch(check -> check.name().equals(gap.check()))) {
          complaints.add(
              "The backend names the gap “%s” (%s), but there is no check of that name."
                  .formatted(gap.check(), gap.why()));
        }
        gaps.put(gap.check(), gap);
      }
    }

    private void runAll(Queue<Check> waiting) {
      for (Check next = waiting.poll(); next != null; next = waiting.poll()) {
        tell(result(next));
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
      return new CheckRun(check, new Bench(under), Optional.ofNullable(gaps.get(check.name())))
          .run(left, complaints::add);
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
