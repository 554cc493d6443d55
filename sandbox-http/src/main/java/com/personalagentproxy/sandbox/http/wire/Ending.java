package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.command.Outcome;
import org.jspecify.annotations.Nullable;

/** How a command ended, in the fields of the wire. */
record Ending(
    String word, @Nullable Integer exitCode, @Nullable String signal, @Nullable String note) {

  private static final String TIMED_OUT = "timed_out";

  boolean timedOut() {
    return word.equals(TIMED_OUT);
  }

  static Ending of(Outcome outcome) {
    if (outcome instanceof Outcome.Exited exited) {
      return new Ending("exited", exited.code(), null, null);
    }
    if (outcome instanceof Outcome.Signalled signalled) {
      return new Ending("signalled", null, signalled.signal(), null);
    }
    if (outcome instanceof Outcome.TimedOut) {
      return new Ending(TIMED_OUT, null, null, null);
    }
    if (outcome instanceof Outcome.NoSuchFolder missing) {
      return new Ending("could_not_start", null, null, "There is no folder " + missing.cwd() + ".");
    }
    if (outcome instanceof Outcome.CouldNotStart not) {
      return new Ending("could_not_start", null, null, not.why());
    }
    return new Ending("lost", null, null, ((Outcome.Lost) outcome).why());
  }
}
