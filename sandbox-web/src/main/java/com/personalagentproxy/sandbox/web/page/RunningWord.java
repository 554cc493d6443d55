package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.command.RunningOutput;

/**
 * What a running command has printed so far, as pages show it: the end of each stream.
 *
 * @param entry the id of its entry in the history
 * @param printed how many bytes of it at least are told of: of two, the one with more is newer
 * @param leftOut says what came before; empty if that is nothing
 */
public record RunningWord(
    String entry, long printed, String stdout, String stderr, String leftOut) {

  /** How many bytes of the end of each stream are shown. */
  private static final int MOST = 8 * 1024;

  static RunningWord of(RunningOutput running) {
    // Read first: what is printed meanwhile is told once more rather than never.
    long printed = running.printed();
    Output stdout = running.stdout().tail(MOST);
    Output stderr = running.stderr().tail(MOST);
    return new RunningWord(
        running.command().toString(),
        printed,
        shown(stdout),
        shown(stderr),
        leftOut(stdout.leftOut() + stderr.leftOut()));
  }

  private static String shown(Output output) {
    return ShownOutput.of(output.leftOut() == 0 ? output.head() : output.tail());
  }

  private static String leftOut(long bytes) {
    return bytes == 0
        ? ""
        : "This is the end of what it has printed so far; %s came before."
            .formatted(FolderPage.sized(bytes));
  }

  /** Whether it has printed nothing yet. */
  public boolean isSilent() {
    return stdout.isEmpty() && stderr.isEmpty();
  }
}
