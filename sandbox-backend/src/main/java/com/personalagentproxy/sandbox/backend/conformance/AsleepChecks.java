package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.util.List;

/** What is promised of commands for a machine that is asleep. */
final class AsleepChecks {

  static final List<Check> ALL =
      List.of(
          Check.of(
              "asleep.refuses-commands",
              "Commands for a machine that is asleep are refused as that, not run, and leave it asleep.",
              "M10",
              AsleepChecks::refusesCommands),
          Check.of(
              "asleep.woken-and-run",
              "A machine that was found asleep is woken at the next generation, and then runs the command.",
              "M10",
              AsleepChecks::wokenAndRun));

  private AsleepChecks() {}

  private static void refuse(CheckedMachine machine) throws Exception {
    Expect.refused(
        "a command",
        BackendException.MachineAsleep.class,
        () -> machine.runAt(machine.generation(), "touch ran"));
  }

  private static void refusesCommands(Bench bench) throws Exception {
    CheckedMachine machine = bench.made().sleep();
    Crowd.of(4, number -> refuse(machine));
    machine.is(Condition.ASLEEP);
    machine.wake().run("ls -A").printed("");
  }

  private static void wokenAndRun(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    machine.run("echo kept >file").exited(0);
    machine.sleep();
    refuse(machine);
    machine.wake().run("cat file").printed("kept\n");
  }
}
