package com.personalagentproxy.sandbox.command;

import org.jspecify.annotations.Nullable;

/**
 * Follows a command while it runs: is given its output as it comes, whole and in order, and may
 * stop it. One follower follows one command. Safe for use by many threads.
 */
public final class Follower {

  private static final OutputSink NOWHERE = (buffer, offset, length) -> {};

  private final OutputSink stdout;
  private final OutputSink stderr;
  private @Nullable String stopped;

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
   * is not run. Comes back at once; the call that runs the command is answered soon, with what was
   * printed until then, and its entry in the history says why. Only the first time counts.
   *
   * @param why a sentence, such as “Its caller cancelled it.”
   */
  public synchronized void stop(String why) {
    if (stopped == null) {
      stopped = why;
    }
  }

  /** Takes standard output. */
  public OutputSink stdout() {
    return stdout;
  }

  /** Takes standard error. */
  public OutputSink stderr() {
    return stderr;
  }
}
