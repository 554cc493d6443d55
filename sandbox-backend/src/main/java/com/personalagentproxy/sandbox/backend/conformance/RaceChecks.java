package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.util.List;

/** What is promised when many threads call at once. */
final class RaceChecks {

  private static final int CROWD = 16;

  static final List<Check> ALL =
      List.of(
          Check.of(
              "race.same-move",
              "The same move from sixteen threads at once is one move, and all of them are answered.",
              "M2",
              RaceChecks::sameMove),
          Check.of(
              "race.crossing-moves",
              "Of many moves at once the one of the highest generation has the last word.",
              "M2",
              RaceChecks::crossingMoves),
          Check.of(
              "race.wake-and-delete",
              "A machine that is deleted while a wake is under way is gone in the end, and stays so.",
              "M2 M7",
              RaceChecks::wakeAndDelete),
          Check.of(
              "race.make-and-delete",
              "A machine that is deleted while it is being made is gone in the end, and nothing of it is listed.",
              "M2 M7",
              RaceChecks::makeAndDelete),
          Check.of(
              "race.command-and-delete",
              "A command that races with deletion is run, lost, or told of it.",
              "M7 X9",
              RaceChecks::commandAndDelete),
          Check.of(
              "race.command-and-sleep",
              "A command that races with going to sleep is run, lost, or told that the machine sleeps.",
              "M10 X9",
              RaceChecks::commandAndSleep),
          Check.of(
              "race.many-machines",
              "Eight machines are made, used, put to sleep, woken and deleted at once.",
              "M2",
              RaceChecks::manyMachines));

  private RaceChecks() {}

  private static void sameMove(Bench bench) throws Exception {
    CheckedMachine machine = bench.unknown();
    Crowd.of(CROWD, number -> machine.makeAt(1));
    machine.is(Condition.AWAKE).run("echo kept >file").exited(0);
    Crowd.of(CROWD, number -> machine.sleepAt(2));
    machine.is(Condition.ASLEEP);
    Crowd.of(CROWD, number -> machine.wakeAt(3));
    machine.is(Condition.AWAKE).run("cat file").printed("kept\n");
    Crowd.of(CROWD, number -> machine.deleteAt(4));
    machine.is(Condition.ABSENT);
  }

  private static void crossingMoves(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    machine.run("echo kept >file").exited(0);
    Crowd.of(
        12,
        number ->
            unlessOvertaken(
                () -> {
                  if (number % 2 == 0) {
                    machine.wakeAt(2 + number);
                  } else {
                    machine.sleepAt(2 + number);
                  }
                }));
    machine.is(Condition.ASLEEP);
    machine.wakeAt(14).run("cat file").printed("kept\n");
  }

  private static void wakeAndDelete(Bench bench) throws Exception {
    for (int time = 0; time < 3; time++) {
      CheckedMachine machine = bench.made().sleep();
      Crowd.of(
          4,
          number ->
              unlessOvertaken(
                  () -> {
                    if (number == 0) {
                      machine.deleteAt(4);
                    } else {
                      machine.wakeAt(3);
                    }
                  }));
      requireGone(bench, machine);
    }
  }

  private static void makeAndDelete(Bench bench) throws Exception {
    for (int time = 0; time < 3; time++) {
      CheckedMachine machine = bench.unknown();
      Crowd.of(
          4,
          number ->
              unlessOvertaken(
                  () -> {
                    if (number == 0) {
                      machine.deleteAt(2);
                    } else {
                      machine.makeAt(1);
                    }
                  }));
      requireGone(bench, machine);
    }
  }

  private static void requireGone(Bench bench, CheckedMachine machine) {
    machine.is(Condition.ABSENT);
    Expect.that(
        bench.listed(machine).isEmpty(), "a deleted machine not to be listed", "a list with it");
  }

  private static void commandAndDelete(Bench bench) throws Exception {
    for (int time = 0; time < 3; time++) {
      CheckedMachine machine = bench.made();
      Crowd.of(
          8,
          number ->
              unlessOvertaken(
                  () -> {
                    if (number == 4) {
                      machine.deleteAt(2);
                    } else {
                      requireRunOrLost(machine.runAt(1, "true"));
                    }
                  }));
      machine.is(Condition.ABSENT);
    }
  }

  private static void commandAndSleep(Bench bench) throws Exception {
    for (int time = 0; time < 3; time++) {
      CheckedMachine machine = bench.made();
      Crowd.of(
          8,
          number ->
              unlessOvertaken(
                  () -> {
                    if (number == 4) {
                      machine.sleepAt(2);
                    } else {
                      requireRunOrLost(machine.runAt(1, "true"));
                    }
                  }));
      machine.is(Condition.ASLEEP);
      machine.wakeAt(3).run("echo fine").printed("fine\n");
    }
  }

  private static void requireRunOrLost(Ran ran) {
    Expect.that(
        ran.outcome().equals(new Outcome.Exited(0)) || ran.outcome() instanceof Outcome.Lost,
        "the command to exit with 0 or to be lost",
        ran.outcome());
  }

  private static void manyMachines(Bench bench) throws Exception {
    Crowd.of(
        8,
        number -> {
          CheckedMachine machine = bench.made();
          machine.run("echo " + number + " >file").exited(0);
          machine.sleepAndWake().run("cat file").printed(number + "\n");
          machine.delete().is(Condition.ABSENT);
        });
  }

  /** A call that another went past, or whose machine went away or to sleep, is told so. */
  private static void unlessOvertaken(Expect.Call call) throws Exception {
    try {
      call.make();
    } catch (BackendException.StaleGeneration
        | BackendException.MachineGone
        | BackendException.MachineAsleep overtaken) {
      // As it should be.
    }
  }
}
