package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** One check as it is run: on a thread of its own, and not for longer than its limit. */
final class CheckRun {

  private static final Duration CLEARING = Duration.ofSeconds(60);
  private static final int FRAMES = 3;

  private final Check check;
  private final Bench bench;
  private final Optional<Gap> gap;

  CheckRun(Check check, Bench bench, Optional<Gap> gap) {
    this.check = check;
    this.bench = bench;
    this.gap = gap;
  }

  /**
   * Runs it, and deletes what it made.
   *
   * @param atMost less than its limit if there is less time
   * @param complaints is told what couldn't be deleted
   */
  Result run(Duration atMost, Consumer<String> complaints) {
    long start = System.nanoTime();
    Duration limit = atMost.compareTo(check.limit()) < 0 ? atMost : check.limit();
    Verdict verdict = judged(verdict(limit));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    clear(complaints);
    return new Result(check, verdict, took);
  }

  private Verdict verdict(Duration limit) {
    CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    Thread worker = Bench.thread(check.name(), () -> verdict.complete(tried()));
    try {
      return verdict.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException stuck) {
      String where = where(worker);
      worker.interrupt();
      return new Verdict.Failed(
          "the check to end within " + Shown.seconds(limit), "no end: it is stuck in " + where);
    } catch (InterruptedException stopNow) {
      worker.interrupt();
      Thread.currentThread().interrupt();
      return new Verdict.Failed("the check to end", "an interrupt of the suite");
    } catch (ExecutionException impossible) {
      throw new IllegalStateException("A check's end is never a failure.", impossible);
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
          "a pass: it is no gap any more, so it must not be named");
    }
    return verdict;
  }

  /** On a thread of its own too: a backend that hangs may hang here again. */
  private void clear(Consumer<String> complaints) {
    CompletableFuture<List<String>> left = new CompletableFuture<>();
    Thread worker =
        Bench.thread(
            "clearing",
            () -> {
              try {
                left.complete(bench.clear());
              } catch (Error failure) {
                left.completeExceptionally(failure);
              }
            });
    try {
      left.get(CLEARING.toMillis(), TimeUnit.MILLISECONDS).forEach(complaints);
    } catch (TimeoutException | ExecutionException stuck) {
      worker.interrupt();
      complaints.accept(
          "The machines of %s can't be deleted: the backend gives no answer. Delete them by hand."
              .formatted(check.name()));
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
    }
  }

  private static String where(Thread worker) {
    return Arrays.stream(worker.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("com.personalagentproxy"))
        .limit(FRAMES)
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
        .reduce((inner, outer) -> inner + " < " + outer)
        .orElse("the check");
  }
}
