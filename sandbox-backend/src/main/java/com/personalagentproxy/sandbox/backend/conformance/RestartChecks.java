package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import java.time.Duration;
import java.util.List;

/** What is promised of a backend that is stopped and started again. */
final class RestartChecks {

  private static final Duration SOON = Duration.ofSeconds(20);

  static final List<Check> ALL =
      List.of(
          restarted(
              "restart.keeps-files",
              "After a restart a machine is there with its files; asleep, or awake as before.",
              "M5 M10",
              RestartChecks::keepsFiles),
          restarted(
              "restart.keeps-sleepers",
              "A machine that was asleep is asleep after a restart, and wakes with its files.",
              "M5",
              RestartChecks::keepsSleepers),
          restarted(
              "restart.keeps-generations",
              "A call that comes late is refused after a restart too.",
              "M2",
              RestartChecks::keepsGenerations),
          restarted(
              "restart.keeps-deleted-away",
              "A machine that was deleted stays so after a restart, and a late make doesn't bring it back.",
              "M2 M7",
              RestartChecks::keepsDeletedAway),
          restarted(
              "restart.keeps-the-list",
              "After a restart a machine is listed with the same generation, and since the same time.",
              "M12",
              RestartChecks::keepsTheList),
          restarted(
              "restart.ends-commands",
              "A command that runs at a restart is lost, or known to be unknown: never a success, never without an answer.",
              "X9",
              RestartChecks::endsCommands));

  private RestartChecks() {}

  private static Check restarted(String name, String sentence, String rules, Check.Body body) {
    return Check.of(
            name,
            sentence,
            rules,
            bench -> {
              if (!bench.under().canRestart()) {
                throw new CannotBeTried("The backend can't be restarted from here.");
              }
              body.tryOn(bench);
            })
        .whileNoOtherRuns();
  }

  private static void keepsFiles(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    machine.run("echo kept >file").exited(0);
    bench.under().restart();
    Condition now = bench.backend().inspect(machine.id());
    Expect.that(now != Condition.ABSENT, "the machine to be there", now);
    if (now == Condition.ASLEEP) {
      Expect.refused(
          "a command for it",
          BackendException.MachineAsleep.class,
          () -> machine.runAt(machine.generation(), "true"));
    } else {
      machine.run("cat file").printed("kept\n");
    }
    machine.wake().run("cat file").printed("kept\n");
  }

  private static void keepsSleepers(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    machine.run("echo kept >file").exited(0);
    machine.sleep();
    bench.under().restart();
    machine.is(Condition.ASLEEP);
    machine.wake().run("cat file").printed("kept\n");
  }

  private static void keepsGenerations(Bench bench) throws Exception {
    CheckedMachine machine = bench.made().sleepAt(5);
    bench.under().restart();
    Expect.refused("a late wake", BackendException.StaleGeneration.class, () -> machine.wakeAt(4));
    machine.is(Condition.ASLEEP);
    machine.wakeAt(5).is(Condition.AWAKE);
  }

  private static void keepsDeletedAway(Bench bench) throws Exception {
    CheckedMachine machine = bench.made().deleteAt(3);
    bench.under().restart();
    machine.is(Condition.ABSENT);
    Expect.refused("a late make", BackendException.StaleGeneration.class, () -> machine.makeAt(2));
    machine.is(Condition.ABSENT);
    Expect.that(bench.listed(machine).isEmpty(), "it not to be listed", "a list with it");
  }

  private static void keepsTheList(Bench bench) throws Exception {
    CheckedMachine machine = bench.made().sleepAt(3);
    Listed before = bench.entry(machine);
    bench.under().restart();
    Expect.equal("its entry", before, bench.entry(machine));
  }

  private static void endsCommands(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running running = machine.start("echo begun; sleep 30");
    running.awaitOutput(bench.ample());
    bench.under().restart();
    try {
      running.within(SOON).ended(Outcome.Lost.class);
    } catch (BackendException.Unreachable unknown) {
      // It may run still.
    }
    machine.wake().run("echo fine").printed("fine\n");
  }
}
