package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** One check as it is run: on a thread of its own, and not for longer than its limit. */
final class CheckRun {

  private static final Duration CLEARING = Duration.ofMinutes(1);

  private final Check check;
  private final Bench bench;
  private final Optional<Gap> gap;

  CheckRun(Check check, Bench bench, Optional<Gap> gap) {
    this.check = check;
    this.bench = bench;
    this.gap = gap;
  }

  /**
   * Runs it, and deletes what it made, also when it is interrupted.
   *
   * @param limit when it counts as stuck
   * @param complaints is told what couldn't be deleted
   */
  Result run(Duration limit, Consumer<String> complaints) {
    long start = System.nanoTime();
    Verdict verdict = judged(verdict(limit));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    // An interrupt must not keep it from clearing up.
    boolean interrupted = Thread.interrupted();
    clear(complaints);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Result(check, verdict, took);
  }

  private Verdict verdict(Duration limit) {
    Bounded<Verdict> body = Bounded.start(check.name(), this::tried);
    try {
      return body.within(limit);
    } catch (TimeoutException stuck) {
      return new Verdict.Failed(
          "the check to end within " + Shown.seconds(limit), "no end: " + stuck.getMessage());
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
      return new Verdict.Failed("the check to end", "an interrupt of the suite");
    }
  }

  private Verdict tried() {
    try {
      check.body().tryOn(bench);
      return new Verdict.Passed();
    } catch (Unmet unmet) {
      return new Verdict.Failed(unmet.expected(), unmet.came());
    } catch (CannotBeTried reason) {
      return new Verdict.NotApplicable(reason.why());
    } catch (Exception | Error failure) {
      return new Verdict.Failed(check.sentence(), Shown.of(failure));
    }
  }

  private Verdict judged(Verdict verdict) {
    if (gap.isEmpty()) {
      return verdict;
    }
    String why = gap.get().why();
    if (verdict instanceof Verdict.Failed failed) {
      return new Verdict.KnownGap(why, failed.came());
    }
    if (verdict instanceof Verdict.Passed) {
      return new Verdict.Failed(
          "the check to fail, since the backend names it as a gap (%s)".formatted(why),
          "a pass: it is no gap any more, so the backend must not name it");
    }
    return verdict;
  }

  /** Bounded too: a backend that hangs may hang here again. */
  private void clear(Consumer<String> complaints) {
    Bounded<List<String>> left = Bounded.start("clearing", bench::clear);
    try {
      left.within(CLEARING).forEach(complaints);
    } catch (TimeoutException stuck) {
      complaints.accept(
          "The machines of %s can't be deleted: the backend gives no answer. Delete them by hand."
              .formatted(check.name()));
    } catch (InterruptedException again) {
      Thread.currentThread().interrupt();
    }
  }
}
