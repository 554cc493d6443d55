package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Outcome;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How one command ended, from what the runner says of it. Only the first end it is told counts. */
final class CommandEnd {

  private static final int HIGHEST_CODE = 255;
  private static final int SIGNALLED = 128;
  private static final int STREAMS = 2;

  private final String cwd;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private final Semaphore drained = new Semaphore(0);
  private volatile boolean byItself;
  private volatile long root;

  /**
   * @param cwd the folder it asks for
   */
  CommandEnd(String cwd) {
    this.cwd = cwd;
  }

  /** Takes what the runner says, unless it can't be. */
  void hear(Said said) {
    int code = said.code();
    switch (said.kind()) {
      case READY -> {}
      case ROOT -> root = code;
      case BY_ITSELF -> byItself = true;
      case CODE -> {
        if (byItself || code <= SIGNALLED) {
          exited(code);
        } else {
          signalled(code);
        }
      }
      case EXIT -> exited(code);
      case SIGNAL -> signalled(code);
      case NO_FOLDER -> ended(new Outcome.NoSuchFolder(cwd));
      case NO_ENTRY ->
          ended(
              new Outcome.CouldNotStart(
                  "The folder %s can't be entered: it has no permission for that, or one it is in hasn't. Give it back with chmod u+rwx."
                      .formatted(cwd)));
      case FAILED ->
          ended(
              new Outcome.CouldNotStart(
                  "The machine can't start another process. End some that run in it, or put it to sleep and wake it."));
      case GONE ->
          ended(
              new Outcome.Lost(
                  "A process in the machine ended the shell that waited for the command, so how it ended isn't known."));
      case DRAINED -> drained.release();
    }
  }

  /** It has ended. */
  void ended(Outcome how) {
    outcome.complete(how);
  }

  /** How it ended; null if it hasn't when the time is up. */
  @Nullable Outcome await(Duration patience) throws InterruptedException {
    try {
      return outcome.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException later) {
      return null;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException("Outcomes never fail.", impossible);
    }
  }

  /** The machine has, and so has the command, unless it had before; nothing is drained any more. */
  void machineEnded(String why) {
    ended(new Outcome.Lost(why));
    drained.release(STREAMS);
  }

  /**
   * Waits until the runner reads so many of its streams on, or the machine has ended; whether one
   * of the two came.
   */
  boolean awaitDrained(int streams, Duration patience) throws InterruptedException {
    return drained.tryAcquire(streams, patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Its first process, where the runner can't mark processes. */
  OptionalLong root() {
    return root == 0 ? OptionalLong.empty() : OptionalLong.of(root);
  }

  private void exited(int code) {
    if (code <= HIGHEST_CODE) {
      ended(new Outcome.Exited(code));
    }
  }

  private void signalled(int code) {
    if (code > SIGNALLED && code <= HIGHEST_CODE) {
      ended(new Outcome.Signalled(Signals.name(code - SIGNALLED)));
    }
  }
}
