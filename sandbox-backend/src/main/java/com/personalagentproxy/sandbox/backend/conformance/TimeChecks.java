package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.time.Duration;
import java.util.List;

/** What is promised of a command's time, and of what is left when it is up: nothing. */
final class TimeChecks {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Outcome TIMED_OUT = new Outcome.TimedOut();

  static final List<Check> ALL =
      List.of(
          Check.of(
                  "timeout.two-seconds",
                  "A command with two seconds that would take thirty is answered after about two.",
                  "X5",
                  TimeChecks::twoSeconds)
              .whileNoOtherRuns(),
          Check.of(
              "timeout.keeps-output",
              "What a command printed until its time was up comes back, on both streams.",
              "X6",
              TimeChecks::keepsOutput),
          Check.of(
              "timeout.longest",
              "A command may have two minutes, and a quick one is answered at once nevertheless.",
              "X4",
              bench ->
                  bench
                      .made()
                      .run("echo quick", Duration.ofSeconds(Command.LONGEST_TIMEOUT))
                      .printed("quick\n")
                      .within(SOON)),
          Check.of(
              "timeout.term-comes-first",
              "When its time is up a command is told by TERM, and may still say something; it has timed out all the same.",
              "X5 X6",
              TimeChecks::termComesFirst),
          Check.of(
                  "timeout.deaf-is-killed",
                  "A command that is deaf to TERM is killed two seconds after its time was up.",
                  "X5",
                  TimeChecks::deafIsKilled)
              .whileNoOtherRuns(),
          tree("itself", "the command itself and of its children", "%s & %s & exec %s"),
          tree(
              "pipeline",
              "its grandchildren in a pipeline",
              "sh -c 'sh -c \"%s & sleep 40\" & sleep 40' | cat"),
          tree("double-fork", "children whose parent has gone", "(%s &); sleep 40"),
          tree("session", "children in a session of their own", "setsid %s & sleep 40"),
          tree("orphan-session", "orphans in a session of their own", "(setsid %s &); sleep 40"),
          tree(
              "clean-environment",
              "orphans in a session of their own with nothing in their environment",
              "env -i PATH=\"$PATH\" sh -c '(setsid %s </dev/null >/dev/null 2>&1 &)'; sleep 40"),
          tree(
              "lowered-limits",
              "orphans that have lowered their limits",
              "({ ulimit -x 7 || ulimit -w 7; } 2>/dev/null; %s &); sleep 40"),
          tree("nohup", "children that nohup protects", "nohup %s >/dev/null 2>&1 & sleep 40"),
          tree("deaf", "children deaf to TERM", "trap '' TERM HUP INT; %s & sleep 40"),
          Check.of(
              "timeout.ends-stopped",
              "When a command's time is up, nothing is left of a child that was stopped.",
              "X5",
              TimeChecks::endsStopped),
          Check.of(
              "timeout.spares-the-others",
              "The end of one command's time ends neither other commands nor what was left in the background.",
              "X5 X12",
              TimeChecks::sparesTheOthers),
          Check.of(
              "timeout.machine-goes-on",
              "After a command's time was up the machine is awake and runs the next command.",
              "X5 X6",
              TimeChecks::machineGoesOn));

  private TimeChecks() {}

  private static void twoSeconds(Bench bench) {
    Ran ran = bench.made().run("sleep 30", Duration.ofSeconds(2)).ended(TIMED_OUT);
    Expect.between("its end", Duration.ofMillis(1900), Duration.ofMillis(3500), ran.took());
  }

  private static void keepsOutput(Bench bench) {
    Ran ran = bench.made().run("echo before; echo error >&2; sleep 40", bench.brief());
    ran.ended(TIMED_OUT).within(SOON);
    Expect.equal("its output", "before\n", ran.text());
    Expect.equal("its error stream", "error\n", ran.errors());
  }

  private static void termComesFirst(Bench bench) {
    Ran ran =
        bench
            .made()
            .run(
                "trap 'echo told; exit 0' TERM; while :; do sleep 0.1; done",
                Duration.ofSeconds(2));
    ran.ended(TIMED_OUT).within(SOON);
    Expect.equal("its output", "told\n", ran.text());
  }

  private static void deafIsKilled(Bench bench) {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    Ran ran = machine.run("trap '' TERM; " + Heartbeat.COMMAND, Duration.ofSeconds(2));
    ran.ended(TIMED_OUT);
    Expect.between("its end", Duration.ofMillis(3900), Duration.ofMillis(6000), ran.took());
    heart.requireDead("after it was killed");
  }

  private static Check tree(String name, String what, String line) {
    return Check.of(
        "timeout.ends-" + name,
        "When a command's time is up, nothing is left alive of " + what + ".",
        "X5",
        bench -> {
          CheckedMachine machine = bench.made();
          Heartbeat heart = Heartbeat.in(machine);
          if (line.contains("setsid")
              && machine.run("command -v setsid").outcome().equals(new Outcome.Exited(1))) {
            throw new CannotBeTried("The machine has no program setsid, which makes sessions.");
          }
          machine
              .run(line.replace("%s", Heartbeat.COMMAND), bench.brief())
              .ended(TIMED_OUT)
              .within(SOON);
          heart.requireDead("after its command's time was up");
        });
  }

  private static void endsStopped(Bench bench) {
    CheckedMachine machine = bench.made();
    machine
        .run("sleep 40 & echo $! >pid; kill -STOP $!; wait", Duration.ofSeconds(2))
        .ended(TIMED_OUT)
        .within(SOON);
    // One that was killed may be there for a moment, until its parent has heard of it.
    machine
        .run(
            "i=0; while [ $i -lt 40 ]; do kill -0 $(cat pid) 2>/dev/null || { echo gone; break; }; i=$((i+1)); sleep 0.2; done")
        .printed("gone\n");
  }

  private static void sparesTheOthers(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    machine.run("nohup " + Heartbeat.COMMAND + " >/dev/null 2>&1 & echo ok").printed("ok\n");
    Running other = machine.start("touch started; sleep 4; echo fine");
    machine.await("started");
    machine.run("sleep 40", Duration.ofSeconds(1)).ended(TIMED_OUT);
    other.within(bench.ample()).printed("fine\n");
    heart.requireAlive("after another command's time was up");
  }

  private static void machineGoesOn(Bench bench) {
    CheckedMachine machine = bench.made();
    for (int time = 0; time < 3; time++) {
      machine.run("echo " + time + " >>file; sleep 40", bench.brief()).ended(TIMED_OUT);
      machine.run("tail -n 1 file").printed(time + "\n");
    }
  }
}
