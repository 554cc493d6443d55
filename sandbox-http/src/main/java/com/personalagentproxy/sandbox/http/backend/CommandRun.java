package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.http.OutputQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One run of a command, on a thread of its own. Any other thread may have it ended, at any time:
 * before it has begun as well as after its end.
 */
final class CommandRun implements Runnable {

  /** The command. */
  @FunctionalInterface
  interface Command {
    Outcome run(OutputSink stdout, OutputSink stderr);
  }

  private final Command command;
  private final OutputQueue output = new OutputQueue();
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private @Nullable Thread thread;
  private boolean isToEnd;

  CommandRun(Command command) {
    this.command = command;
  }

  /** What it prints, and last that it has ended. */
  OutputQueue output() {
    return output;
  }

  /** How it ended; to be asked once its output has come to its end. */
  Outcome outcome() throws ExecutionException, InterruptedException {
    return outcome.get();
  }

  @Override
  public void run() {
    begin();
    try {
      outcome.complete(command.run(output.sink("stdout"), output.sink("stderr")));
    } catch (RuntimeException | Error failure) {
      outcome.completeExceptionally(failure);
    } finally {
      over();
      output.end();
    }
  }

  /**
   * Ends it as when its time is up: TERM, and KILL two seconds later. What it prints is taken. Once
   * is enough: a caller whose call was cut repeats it, and to be interrupted again means to a
   * backend that nobody waits for those two seconds.
   */
  synchronized void end() {
    if (!isToEnd && thread != null) {
      thread.interrupt();
    }
    isToEnd = true;
  }

  private synchronized void begin() {
    thread = Thread.currentThread();
    if (isToEnd) {
      thread.interrupt();
    }
  }

  /** The thread may do other work then, which nobody has ended. */
  private synchronized void over() {
    thread = null;
    boolean wasEnded = Thread.interrupted();
    assert !wasEnded || isToEnd;
  }
}
