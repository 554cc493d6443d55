package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** What came of a command, and what is expected of it. */
record Ran(Command command, Outcome outcome, Capture stdout, Capture stderr, Duration took) {

  String text() {
    return new String(stdout.bytes(), StandardCharsets.UTF_8);
  }

  String errors() {
    return new String(stderr.bytes(), StandardCharsets.UTF_8);
  }

  Ran ended(Outcome expected) {
    if (!outcome.equals(expected)) {
      throw new Unmet(called() + " to end with " + expected, ending());
    }
    return this;
  }

  Ran ended(Class<? extends Outcome> expected) {
    if (!expected.isInstance(outcome)) {
      throw new Unmet(called() + " to end with " + expected.getSimpleName(), ending());
    }
    return this;
  }

  Ran exited(int code) {
    return ended(new Outcome.Exited(code));
  }

  /** It printed that, no less and no more, and exited with 0. */
  Ran printed(String expected) {
    exited(0);
    Expect.equal("what " + called() + " prints", expected, text());
    return this;
  }

  /** It printed these bytes, no less and no more. */
  Ran printed(byte[] expected) {
    exited(0);
    byte[] came = stdout.bytes();
    int differs = Arrays.mismatch(expected, came);
    Expect.that(
        differs < 0,
        "the %s bytes as they are from %s".formatted(expected.length, called()),
        "%s bytes, the first different one at %s".formatted(stdout.total(), differs));
    return this;
  }

  Ran within(Duration time) {
    Expect.atMost(called() + " to end", time, took);
    return this;
  }

  /** The command's line, as it is shown. */
  String called() {
    return "the command " + Shown.of(command.line());
  }

  private String ending() {
    return outcome + (stderr.total() == 0 ? "" : ", and on its error stream " + Shown.of(errors()));
  }
}
