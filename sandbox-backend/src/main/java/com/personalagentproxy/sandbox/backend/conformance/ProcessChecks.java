package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What is promised of processes that a command leaves behind, and of all when a machine sleeps. */
final class ProcessChecks {

  private static final Duration AT_ONCE = Duration.ofSeconds(2);
  private static final Duration SOON = Duration.ofSeconds(10);

  static final List<Check> ALL =
      List.of(
          Check.of(
                  "processes.background-child",
                  "A command with a background child that holds its pipes ends at once, and the child lives on.",
                  "X7",
                  ProcessChecks::backgroundChild)
              .whileNoOtherRuns(),
          Check.of(
              "processes.printing-child",
              "A background child that prints after its command has ended isn't killed by a broken pipe.",
              "X7",
              ProcessChecks::printingChild),
          Check.of(
              "processes.child-outlives-the-time",
              "A background child lives on when the time of its command, which has ended, would be up.",
              "X5 X7",
              ProcessChecks::childOutlivesTheTime),
          Check.of(
              "processes.background-server",
              "A server that one command started in the background serves the next ones.",
              "X7 X12",
              ProcessChecks::backgroundServer),
          Check.of(
              "processes.gone-after-sleep",
              "What ran in the background is gone once the machine was asleep, and the file it wrote is there.",
              "X13",
              ProcessChecks::goneAfterSleep),
          Check.of(
              "processes.lost-by-sleep",
              "A command that runs while its machine is put to sleep ends as lost.",
              "X9 L7",
              ProcessChecks::lostBySleep),
          Check.of(
              "processes.lost-by-delete",
              "Eight commands that run while their machine is deleted all end as lost.",
              "M7 X9 X12",
              ProcessChecks::lostByDelete),
          Check.of(
              "processes.start-others",
              "What a command starts may start programs of its own, and those again.",
              "X1",
              ProcessChecks::startOthers),
          Check.of(
              "processes.group-is-its-own",
              "A command that kills its process group kills itself alone.",
              "X12",
              ProcessChecks::groupIsItsOwn));

  private ProcessChecks() {}

  private static void backgroundChild(Bench bench) {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    machine.run(Heartbeat.COMMAND + " & echo ok").printed("ok\n").within(AT_ONCE);
    heart.requireAlive("after its command has ended");
    machine.run("sleep 300 & echo ok").printed("ok\n").within(AT_ONCE);
  }

  private static void printingChild(Bench bench) {
    CheckedMachine machine = bench.made();
    Ran ran =
        machine.run(
            "(for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; echo tick; echo tock >&2; done;"
                + " head -c 300000 /dev/zero; echo $? >code; mv code survived) & echo ok");
    Expect.that(ran.exited(0).text().startsWith("ok\n"), "“ok” to be printed first", ran.text());
    machine.await("survived");
    machine.run("cat survived").printed("0\n");
  }

  private static void childOutlivesTheTime(Bench bench) {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    machine
        .run(Heartbeat.COMMAND + " >/dev/null 2>&1 & echo ok", Duration.ofSeconds(2))
        .printed("ok\n");
    machine.run("sleep 4").exited(0);
    heart.requireAlive("after the time that its command would have had");
  }

  private static void backgroundServer(Bench bench) {
    CheckedMachine machine = bench.made();
    String server =
        "i=0; while [ $i -lt 600 ]; do [ -e ask ] && rm ask && echo served $$ >tmp && mv tmp answer; sleep 0.1; i=$((i+1)); done";
    machine.feed("cat >server.sh", server).exited(0);
    machine.run("nohup sh server.sh >/dev/null 2>&1 & echo $! >pid").exited(0);
    for (int time = 0; time < 3; time++) {
      machine
          .run(
              "rm -f answer; touch ask; until [ -e answer ]; do sleep 0.1; done;"
                  + " [ \"$(cat answer)\" = \"served $(cat pid)\" ] && echo fine",
              Duration.ofSeconds(20))
          .printed("fine\n");
    }
  }

  private static void goneAfterSleep(Bench bench) {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    machine.run("nohup " + Heartbeat.COMMAND + " >/dev/null 2>&1 & echo started").exited(0);
    heart.requireAlive("before its machine sleeps");
    machine.sleepAndWake();
    heart.requireDead("after its machine was asleep");
  }

  private static void lostBySleep(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    Running running = machine.start(Heartbeat.LINE);
    running.awaitOutput(bench.ample());
    machine.sleep().is(Condition.ASLEEP);
    running.within(SOON).ended(Outcome.Lost.class);
    machine.wake();
    heart.requireDead("after its machine was asleep");
  }

  private static void lostByDelete(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    List<Running> running =
        Stream.of(1, 2, 3, 4, 5, 6, 7, 8)
            .map(number -> machine.start("echo begun; sleep 40"))
            .toList();
    for (Running each : running) {
      each.awaitOutput(bench.ample());
    }
    machine.delete().is(Condition.ABSENT);
    for (Running each : running) {
      each.within(SOON).ended(Outcome.Lost.class);
    }
  }

  private static void startOthers(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.feed("cat >outer.sh", "sh inner.sh; cat inner.sh\n").exited(0);
    machine.feed("cat >inner.sh", "cat here; env sh -c 'cat here'\n").exited(0);
    machine
        .run("echo fine >here; sh outer.sh", Duration.ofSeconds(20))
        .printed("fine\nfine\ncat here; env sh -c 'cat here'\n");
  }

  private static void groupIsItsOwn(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running other = machine.start("echo begun; sleep 2; echo fine");
    other.awaitOutput(bench.ample());
    machine.run("kill -KILL 0; sleep 5").ended(new Outcome.Signalled("KILL"));
    other.within(SOON).printed("begun\nfine\n");
    machine.is(Condition.AWAKE);
  }
}
