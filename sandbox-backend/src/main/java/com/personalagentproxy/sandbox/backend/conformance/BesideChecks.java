package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What is promised of commands that run beside each other, and beside moves. */
final class BesideChecks {

  private static final Duration SOON = Duration.ofSeconds(10);
  private static final String STUCK =
      "trap '' TERM INT HUP; echo stuck; while :; do sleep 40; done";

  static final List<Check> ALL =
      List.of(
          Check.of(
                  "beside.sixteen",
                  "Sixteen commands of one machine run at once, each with its own output and exit code.",
                  "X12",
                  bench -> atOnce(bench, 16))
              .slow(60),
          Check.of(
                  "beside.a-hundred",
                  "A hundred commands of one machine run at once, each with its own output and exit code.",
                  "X12",
                  bench -> atOnce(bench, 100))
              .slow(120),
          Check.of(
              "beside.stuck-and-commands",
              "A stuck command blocks no other command.",
              "X12",
              BesideChecks::stuckAndCommands),
          Check.of(
              "beside.stuck-and-sleep",
              "A stuck command, deaf to every signal that can be refused, doesn't block sleep.",
              "L7 X13",
              BesideChecks::stuckAndSleep),
          Check.of(
              "beside.stuck-and-delete",
              "A stuck command, deaf to every signal that can be refused, doesn't block deletion.",
              "M7",
              BesideChecks::stuckAndDelete),
          Check.of(
              "beside.looking",
              "While commands run, and one floods its output, the machine can be looked at and listed.",
              "M8",
              BesideChecks::looking),
          Check.of(
              "beside.slow-reader",
              "A command whose output is taken slowly keeps no other waiting, and loses nothing.",
              "X8 X12",
              BesideChecks::slowReader),
          Check.of(
              "beside.caller-leaves",
              "A command whose caller was interrupted comes back soon, and keeps no other from running.",
              "X12",
              BesideChecks::callerLeaves),
          Check.of(
              "beside.other-machines",
              "Commands of one machine don't wait for another machine's that is stuck, nor for its moves.",
              "X12",
              BesideChecks::otherMachines));

  private BesideChecks() {}

  /** Each waits until all have started, so that they must run beside each other. */
  private static void atOnce(Bench bench, int size) throws Exception {
    CheckedMachine machine = bench.made();
    machine.run("mkdir here").exited(0);
    String line =
        "touch here/%d; until [ $(ls here | wc -l) -eq "
            + size
            + " ]; do sleep 0.3; done; echo %d; exit %d";
    Crowd.of(
        size,
        number -> {
          Ran ran = machine.run(line.formatted(number, number, number)).exited(number);
          Expect.equal("its output", number + "\n", ran.text());
        });
    machine.run("echo fine").printed("fine\n");
  }

  private static Running stuckIn(CheckedMachine machine, Bench bench) throws InterruptedException {
    Running stuck = machine.start(STUCK);
    stuck.awaitOutput(bench.ample());
    return stuck;
  }

  private static void stuckAndCommands(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running stuck = stuckIn(machine, bench);
    for (int time = 0; time < 5; time++) {
      machine.run("echo free", SOON).printed("free\n").within(SOON);
    }
    Expect.that(!stuck.hasEnded(), "the stuck command to run still", "its end");
  }

  private static void stuckAndSleep(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running stuck = stuckIn(machine, bench);
    machine.sleep().is(Condition.ASLEEP);
    stuck.within(SOON).ended(Outcome.Lost.class);
  }

  private static void stuckAndDelete(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running stuck = stuckIn(machine, bench);
    machine.delete().is(Condition.ABSENT);
    stuck.within(SOON).ended(Outcome.Lost.class);
  }

  private static void looking(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running flood = machine.start("yes");
    flood.awaitOutput(bench.ample());
    for (int time = 0; time < 5; time++) {
      machine.is(Condition.AWAKE);
      Expect.equal("its entry", Condition.AWAKE, bench.entry(machine).condition());
    }
    Expect.that(!flood.hasEnded(), "the command to run still", "its end");
  }

  private static void slowReader(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    CountDownLatch taking = new CountDownLatch(1);
    Capture slow =
        new Capture(
            total -> {
              taking.countDown();
              try {
                Pause.briefly();
              } catch (InterruptedException stopNow) {
                Thread.currentThread().interrupt();
              }
            });
    Running slowly = machine.start("head -c 2000000 /dev/zero", slow);
    taking.await();
    machine.run("echo free", SOON).printed("free\n").within(SOON);
    slowly.within(bench.ample()).exited(0);
    Expect.equal("bytes taken", 2_000_000L, slow.total());
  }

  private static void callerLeaves(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Heartbeat heart = Heartbeat.in(machine);
    Running running = machine.start(Heartbeat.LINE);
    running.awaitOutput(bench.ample());
    running.interruptCaller();
    boolean runsNoMore = hasEnded(running);
    machine.run("echo free").printed("free\n").within(SOON);
    if (runsNoMore) {
      heart.requireDead("after its command was told to be lost");
    }
  }

  /** Whether the outcome says so; an exception, such as that of no answer, says nothing. */
  private static boolean hasEnded(Running running) throws Exception {
    try {
      return running.within(SOON).outcome() instanceof Outcome.Lost;
    } catch (BackendException unknown) {
      return false;
    }
  }

  private static void otherMachines(Bench bench) throws Exception {
    CheckedMachine stuck = bench.made();
    CheckedMachine other = bench.made();
    Running running = stuckIn(stuck, bench);
    other.run("echo free").printed("free\n").within(SOON);
    other.sleepAndWake().run("echo free").printed("free\n").within(SOON);
    stuck.sleep();
    running.within(SOON).ended(Outcome.Lost.class);
  }
}
