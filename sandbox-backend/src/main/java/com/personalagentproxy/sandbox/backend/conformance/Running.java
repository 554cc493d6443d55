package com.personalagentproxy.sandbox.backend.conformance;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A command that runs while the check goes on. */
final class Running {

  private final Capture stdout;
  private final Thread caller;
  private final CompletableFuture<Ran> end;

  Running(Capture stdout, Thread caller, CompletableFuture<Ran> end) {
    this.stdout = stdout;
    this.caller = caller;
    this.end = end;
  }

  /** What it has printed until now. */
  Capture stdout() {
    return stdout;
  }

  /** Comes back when it has printed something; fails if it doesn't in time, or ends before. */
  void awaitOutput(Duration time) throws InterruptedException {
    long latest = System.nanoTime() + time.toNanos();
    while (stdout.total() == 0) {
      Expect.that(!hasEnded(), "the first output of a command that runs", "its end");
      Expect.that(System.nanoTime() < latest, "its first output", "none");
      Pause.briefly();
    }
  }

  boolean hasEnded() {
    return end.isDone();
  }

  /** Interrupts the thread that called the backend. */
  void interruptCaller() {
    caller.interrupt();
  }

  /** What came of it; fails if it doesn't end in time. */
  Ran within(Duration time) throws Exception {
    try {
      return end.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new Unmet(
          "a running command to end within " + Shown.seconds(time),
          "a command that still runs",
          late);
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof Exception thrown ? thrown : failure;
    }
  }
}
