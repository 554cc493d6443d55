package com.personalagentproxy.sandbox.backend.conformance;

import java.time.Duration;

/**
 * A process that writes to a file ten times a second while it lives, for a minute and a half at
 * most. So whether it lives is seen in any machine, whatever tools that has.
 */
final class Heartbeat {

  private static final String SCRIPT =
      "i=0; while [ $i -lt 900 ]; do echo >>beat; sleep 0.1; i=$((i+1)); done\n";

  /** A command that becomes it, in the home folder. */
  static final String COMMAND = "sh beat.sh";

  /** A command that is one itself, in the home folder, and says first that it begins. */
  static final String LINE = "echo >>beat; echo begun; " + SCRIPT;

  private final CheckedMachine machine;

  private Heartbeat(CheckedMachine machine) {
    this.machine = machine;
  }

  /** Of a machine, which has the command then. */
  static Heartbeat in(CheckedMachine machine) {
    machine.feed("cat >beat.sh", SCRIPT).exited(0);
    return new Heartbeat(machine);
  }

  void requireAlive(String when) {
    machine.await("beat");
    String counts = counts();
    Expect.that(isGrowing(counts), "the process to be alive " + when, "no sign of life");
  }

  /** It was alive once, and isn't now. */
  void requireDead(String when) {
    machine.run("[ -s beat ]").exited(0);
    String counts = counts();
    Expect.that(!isGrowing(counts), "the process to be dead " + when, "a sign of life");
  }

  private String counts() {
    String line = "wc -c <beat; sleep 0.5; wc -c <beat";
    return machine.run(line, Duration.ofSeconds(30)).exited(0).text();
  }

  private static boolean isGrowing(String counts) {
    return counts.lines().map(String::strip).distinct().count() > 1;
  }
}
