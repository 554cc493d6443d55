package com.personalagentproxy.sandbox.command;

/** How a command ended (X9). Running out of time and a non-zero exit are results, not errors. */
public sealed interface Outcome {

  /**
   * Its own process ended by itself.
   *
   * @param code 0 to 255
   */
  record Exited(int code) implements Outcome {}

  /**
   * Its own process was ended by a signal.
   *
   * @param signal the signal's name without {@code SIG}, such as {@code KILL}
   */
  record Signalled(String signal) implements Outcome {}

  /** Its time was up; all of its processes were ended (X5, X6). */
  record TimedOut() implements Outcome {}

  /** There is no such folder to run it in; it was not run (X3). */
  record NoSuchFolder(String cwd) implements Outcome {}

  /** The machine couldn't start it; it was not run. */
  record CouldNotStart(String why) implements Outcome {}

  /** The machine or the backend went away while it ran: whether it finished isn't known. */
  record Lost(String why) implements Outcome {}
}
