package com.personalagentproxy.sandbox.command;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows a command while it runs: is given its output as it comes, in order, and may stop it. One
 * follower follows one command. Safe for use by many threads.
 *
 * <p>The sinks are called by a thread of their own, one call at a time, and not any more once the
 * call that runs the command is answered. What they throw is forgotten. One that is slow slows the
 * command down as a slow reader of a pipe does, but for three seconds in all: then the follower is
 * left {@linkplain #isBehind behind}, and the command and its result are as if nobody had followed.
 * A call that is answered with an earlier one's result is given no output (X11).
 */
public final class Follower {

  private static final OutputSink NOWHERE = (buffer, offset, length) -> {};

  private final OutputSink stdout;
  private final OutputSink stderr;
  private volatile boolean isBehind;
  private @Nullable String stopped;
  private @Nullable Thread within;
  private boolean isInterrupted;

  /**
   * One that hands on what comes; what a sink throws is not the command's fault and is forgotten.
   */
  public Follower(OutputSink stdout, OutputSink stderr) {
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** One that looks away. */
  public static Follower none() {
    return new Follower(NOWHERE, NOWHERE);
  }

  /**
   * Ends the command: its processes get TERM, and KILL two seconds later. One that isn't begun yet
   * is not run, though a wake that was begun for it goes on. Comes back at once; the call that runs
   * the command is answered soon, with what was printed until then, and its entry in the history
   * says why. A call that waits for an earlier one's result waits no longer, and that one goes on
   * (X11). Only the first time counts.
   *
   * @param why a sentence, such as “Its caller cancelled it.”
   */
  public synchronized void stop(String why) {
    if (stopped == null) {
      stopped = why;
      if (within != null) {
        isInterrupted = true;
        within.interrupt();
      }
    }
  }

  /** Why it was stopped; empty if it wasn't. */
  public synchronized Optional<String> stopped() {
    return Optional.ofNullable(stopped);
  }

  /** Whether it was stopped. */
  public synchronized boolean isStopped() {
    return stopped != null;
  }

  /** Takes standard output. */
  public OutputSink stdout() {
    return stdout;
  }

  /** Takes standard error. */
  public OutputSink stderr() {
    return stderr;
  }

  /** Whether its sinks were too slow, so that it wasn't told all of the output. */
  public boolean isBehind() {
    return isBehind;
  }

  /** Whether anybody wants the output. */
  boolean isLooking() {
    return stdout != NOWHERE || stderr != NOWHERE;
  }

  void isLeftBehind() {
    isBehind = true;
  }

  /**
   * What came of the part that may be stopped.
   *
   * @param stopped why it was stopped meanwhile; absent if it wasn't
   */
  public record Part<T>(T result, @Nullable String stopped) {}

  /**
   * For who runs the command: does the part of it that {@link #stop} interrupts, on this thread.
   * Nothing else on the thread is interrupted by it, before or after.
   *
   * @return empty if it was stopped before, and nothing was done
   */
  public <T> Optional<Part<T>> during(Supplier<T> part) {
    synchronized (this) {
      if (stopped != null) {
        return Optional.empty();
      }
      within = Thread.currentThread();
    }
    T result;
    String meanwhile;
    try {
      result = part.get();
    } finally {
      meanwhile = leave();
    }
    return Optional.of(new Part<>(result, meanwhile));
  }

  private synchronized @Nullable String leave() {
    within = null;
    // Another's interruption stays: the server may be stopping.
    if (isInterrupted && Thread.interrupted()) {
      isInterrupted = false;
    }
    return stopped;
  }
}
