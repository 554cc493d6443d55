package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** What is promised of a command whose caller's thread is interrupted: it is ended. */
final class StopChecks {

  private static final Duration SOON = Duration.ofSeconds(10);

  static final List<Check> ALL =
      List.of(
          Check.of(
              "stop.term-comes-first",
              "A command whose caller is interrupted is told by TERM, and may still say something;"
                  + " what it printed comes back.",
              "X5 X9",
              StopChecks::termComesFirst),
          Check.of(
              "stop.deaf-is-killed",
              "One that is deaf to TERM is killed, with its children in sessions of their own.",
              "X5",
              StopChecks::deafIsKilled),
          Check.of(
              "stop.spares-the-others",
              "Its end ends neither other commands nor what was left in the background, and the"
                  + " machine runs the next.",
              "X12",
              StopChecks::sparesTheOthers));

  private StopChecks() {}

  private static void termComesFirst(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running running =
        machine.start(
            "trap 'echo told; touch told; exit 3' TERM; echo before; touch started; while :; do"
                + " sleep 0.1; done");
    machine.await("started");
    interrupt(running);
    Capture printed = running.stdout();
    requireTold(running);
    String text = new String(printed.bytes(), StandardCharsets.UTF_8);
    Expect.equal("its output", "before\ntold\n", text);
    machine.await("told");
  }

  private static void deafIsKilled(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    Running running =
        machine.start(
            "trap '' TERM INT HUP; echo begun; (%s &); while :; do sleep 40; done"
                .formatted(Heartbeat.COMMAND));
    heart.requireAlive("while its command runs");
    interrupt(running);
    requireTold(running);
    heart.requireDead("after its command was to be ended");
  }

  private static void sparesTheOthers(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    machine.run("nohup " + Heartbeat.COMMAND + " >/dev/null 2>&1 & echo ok").printed("ok\n");
    Running other = machine.start("touch other; sleep 4; echo fine");
    Running running = machine.start("echo begun; touch started; sleep 40");
    machine.await("other");
    machine.await("started");
    interrupt(running);
    requireTold(running);
    other.within(bench.ample()).printed("fine\n");
    heart.requireAlive("after another command was ended");
    machine.run("echo next").printed("next\n").within(SOON);
  }

  /** Once its answer has begun: before that a backend far away may not know yet what to end. */
  private static void interrupt(Running running) throws Exception {
    running.awaitOutput(SOON);
    running.interruptCaller();
  }

  /** Its caller is told how it ended: neither that it timed out, nor that nobody knows. */
  private static void requireTold(Running running) throws Exception {
    Outcome outcome = running.within(SOON).outcome();
    Expect.that(
        outcome instanceof Outcome.Exited
            || outcome instanceof Outcome.Signalled
            || outcome instanceof Outcome.Lost,
        "an end that says how the command ended",
        outcome);
  }
}
