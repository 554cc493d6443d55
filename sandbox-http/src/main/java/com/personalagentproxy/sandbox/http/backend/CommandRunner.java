package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.OutputQueue;
import com.personalagentproxy.sandbox.http.OutputQueue.Piece;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands, each on a thread of its own, and writes their answers as they come. A command
 * whose caller is gone is ended; while one is silent the caller is sent signs of life, by which
 * either notices that the other is gone.
 */
final class CommandRunner {

  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(1);

  /** What the backend may take beyond a command's own time; less than callers wait (X5). */
  private static final Duration BEYOND_COMMAND = Duration.ofSeconds(10);

  private static final String FULL =
      "The service runs as many commands as it can at the moment, and this one was not run. Try again in a few seconds.";

  private final CallThreads threads;

  CommandRunner(CallThreads threads) {
    this.threads = threads;
  }

  /**
   * Runs it, and comes back when its answer is written.
   *
   * @throws BackendException if nothing was run and nothing written
   */
  void run(CommandRun run, Duration timeout, CommandStream answer) {
    OutputQueue output = run.output();
    begin(run);
    try {
      if (isCarriedToItsEnd(output, timeout.plus(BEYOND_COMMAND), answer)) {
        finish(run, answer);
      }
    } catch (IOException callerIsGone) {
      // There is nobody to answer.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    } finally {
      output.abandon();
      run.end();
    }
  }

  private void begin(CommandRun run) {
    try {
      threads.execute(run);
    } catch (RejectedExecutionException full) {
      throw new BackendException.Failed(FULL, full);
    }
  }

  /** False if it took too long: then the answer ends without an outcome. */
  private static boolean isCarriedToItsEnd(
      OutputQueue queue, Duration longest, CommandStream answer)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < longest.toNanos()) {
      @Nullable Piece piece = queue.next(SIGN_OF_LIFE);
      if (piece == null) {
        answer.signOfLife();
      } else if (OutputQueue.isEnd(piece)) {
        return true;
      } else {
        answer.output(piece.stream(), piece.bytes().array());
        if (queue.isEmpty()) {
          answer.flush();
        }
      }
    }
    return false;
  }

  private static void finish(CommandRun run, CommandStream answer)
      throws IOException, InterruptedException {
    try {
      answer.outcome(run.outcome());
    } catch (ExecutionException failed) {
      if (!answer.isBegun()) {
        throw unchecked(failed.getCause());
      }
      if (!(failed.getCause() instanceof BackendException failure)) {
        answer.giveUp(failed);
      } else if (!(failure instanceof BackendException.Unreachable)) {
        answer.error(CallError.of(failure));
      }
    }
  }

  private static RuntimeException unchecked(@Nullable Throwable cause) {
    return cause instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException("A command failed in a way that was not foreseen.", cause);
  }
}
