package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.time.Duration;
import java.util.List;

/** What is promised of making, waking, sleeping and deleting one machine. */
final class LifeChecks {

  static final List<Check> ALL =
      List.of(
          Check.of(
              "life.make",
              "A machine is absent until it is made, and awake from then on.",
              "M2",
              LifeChecks::make),
          Check.of(
              "life.make-is-empty",
              "A new machine has a home folder, and nothing in it.",
              "X3",
              bench -> bench.made().run("cd && ls -A").printed("")),
          Check.of(
              "life.make-wakes",
              "Making a machine that is asleep wakes it with what it kept.",
              "M2 X13",
              LifeChecks::makeWakes),
          Check.of(
              "life.make-keeps",
              "Making a machine that is awake leaves its files and what runs in it alone.",
              "M2",
              LifeChecks::makeKeeps),
          Check.of(
              "life.sleep-and-wake",
              "A machine that was put to sleep is asleep; one that was woken is awake and runs commands.",
              "M2 M10",
              LifeChecks::sleepAndWake),
          Check.of(
              "life.wake-awake",
              "Waking a machine that is awake leaves what runs in it alone.",
              "M2",
              LifeChecks::wakeAwake),
          Check.of(
              "life.sleep-asleep",
              "Putting a machine to sleep that is asleep keeps it so, files and all.",
              "M2 X13",
              LifeChecks::sleepAsleep),
          Check.of(
              "life.delete",
              "A deleted machine is absent, whether it was awake or asleep.",
              "M7",
              LifeChecks::delete),
          Check.of(
              "life.delete-unknown",
              "Deleting a machine that never was is done already.",
              "M7",
              bench -> bench.unknown().deleteAt(2).is(Condition.ABSENT)),
          Check.of(
              "life.delete-stubborn",
              "A machine is deleted whatever its files are: shut folders, deep ones, links that lead out.",
              "M7",
              LifeChecks::deleteStubborn),
          Check.of(
              "life.each-twice",
              "Each move twice, at the same generation, is the same as once.",
              "M2",
              LifeChecks::eachTwice),
          Check.of(
              "life.unknown-is-gone",
              "A machine that never was can't be woken, put to sleep or run in: it is gone.",
              "M2",
              bench -> requireGone(bench.unknown(), 1)),
          Check.of(
              "life.deleted-is-gone",
              "A deleted machine can't be woken, put to sleep or run in: it is gone.",
              "M7",
              bench -> requireGone(bench.made().delete(), 3)),
          Check.of(
              "life.made-anew",
              "A machine that is made again after it was deleted has nothing of the one before.",
              "M7",
              LifeChecks::madeAnew),
          Check.of(
              "life.ten-rounds",
              "Ten times asleep and awake again, a machine has kept a line of each time.",
              "X13",
              LifeChecks::tenRounds),
          Check.of(
              "life.looking-wakes-nothing",
              "Looking at a machine that is asleep, and listing it, leaves it asleep.",
              "M8",
              LifeChecks::looking),
          Check.of(
              "life.apart",
              "What is done to one machine, and what it keeps, is not the others' matter.",
              "N1",
              LifeChecks::apart));

  private LifeChecks() {}

  private static void make(Bench bench) {
    CheckedMachine machine = bench.unknown().is(Condition.ABSENT);
    machine.make().is(Condition.AWAKE).run("true").exited(0);
  }

  private static void makeWakes(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("echo kept >file").exited(0);
    machine.sleep().make().is(Condition.AWAKE).run("cat file").printed("kept\n");
  }

  private static void makeKeeps(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running running = machine.start("echo kept >file; echo begun; sleep 2; echo done");
    running.awaitOutput(bench.ample());
    machine.make().run("cat file").printed("kept\n");
    running.within(bench.ample()).printed("begun\ndone\n");
  }

  private static void sleepAndWake(Bench bench) {
    CheckedMachine machine = bench.made().sleep().is(Condition.ASLEEP);
    machine.wake().is(Condition.AWAKE).run("echo awake").printed("awake\n");
  }

  private static void wakeAwake(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Running running = machine.start("echo begun; sleep 2; echo done");
    running.awaitOutput(bench.ample());
    machine.wake().is(Condition.AWAKE);
    running.within(bench.ample()).printed("begun\ndone\n");
  }

  private static void sleepAsleep(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("echo kept >file").exited(0);
    machine.sleep().sleep().is(Condition.ASLEEP);
    machine.wake().run("cat file").printed("kept\n");
  }

  private static void delete(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("echo file >file").exited(0);
    machine.delete().is(Condition.ABSENT);
    bench.made().sleep().delete().is(Condition.ABSENT);
  }

  private static void deleteStubborn(Bench bench) {
    CheckedMachine machine = bench.made();
    machine
        .run(
            "mkdir -p a/b deep; touch a/b/c; ln -s / out; ln -s nowhere dangling; chmod 500 a/b; chmod 000 a;"
                + " cd deep; for i in 1 2 3 4 5 6 7 8 9 10; do d=a-folder-with-a-long-name/a-folder-with-a-long-name;"
                + " mkdir -p $d/$d/$d/$d; cd $d/$d/$d/$d; done")
        .exited(0);
    machine.delete().is(Condition.ABSENT);
    machine.make().run("ls -A").printed("");
  }

  private static void eachTwice(Bench bench) {
    CheckedMachine machine = bench.unknown();
    machine.makeAt(1).makeAt(1).is(Condition.AWAKE);
    machine.run("echo kept >file").exited(0);
    machine.sleepAt(2).sleepAt(2).is(Condition.ASLEEP);
    machine.wakeAt(3).wakeAt(3).is(Condition.AWAKE);
    machine.run("cat file").printed("kept\n");
    machine.deleteAt(4).deleteAt(4).is(Condition.ABSENT);
  }

  private static void requireGone(CheckedMachine machine, long generation) throws Exception {
    Expect.refused(
        "waking it", BackendException.MachineGone.class, () -> machine.wakeAt(generation));
    Expect.refused(
        "putting it to sleep",
        BackendException.MachineGone.class,
        () -> machine.sleepAt(generation));
    Expect.refused(
        "running in it",
        BackendException.MachineGone.class,
        () -> machine.runAt(generation, "true"));
    machine.is(Condition.ABSENT);
  }

  private static void madeAnew(Bench bench) {
    CheckedMachine machine = bench.made();
    machine.run("mkdir -p a/b; touch a/b/c .hidden; echo export MARK=1 >.profile").exited(0);
    machine.delete().make().run("ls -A; echo \"[$MARK]\"").printed("[]\n");
  }

  private static void tenRounds(Bench bench) {
    CheckedMachine machine = bench.made();
    StringBuilder expected = new StringBuilder();
    for (int round = 0; round < 10; round++) {
      machine.run("echo " + round + " >>rounds").exited(0);
      expected.append(round).append('\n');
      machine.sleepAndWake();
    }
    machine.run("cat rounds").printed(expected.toString());
  }

  private static void looking(Bench bench) {
    CheckedMachine machine = bench.made().sleep();
    for (int time = 0; time < 3; time++) {
      machine.is(Condition.ASLEEP);
      Expect.equal("its entry in the list", Condition.ASLEEP, bench.entry(machine).condition());
    }
  }

  private static void apart(Bench bench) {
    List<CheckedMachine> machines = bench.made(3);
    for (CheckedMachine machine : machines) {
      machine.run("echo " + machine.id() + " >file").exited(0);
    }
    machines.get(0).sleep();
    machines.get(1).delete();
    machines.get(0).is(Condition.ASLEEP);
    machines.get(1).is(Condition.ABSENT);
    machines
        .get(2)
        .is(Condition.AWAKE)
        .run("cat file; ls")
        .printed(machines.get(2).id() + "\nfile\n");
    Ran ran = machines.get(0).wake().run("cat file").within(Duration.ofSeconds(30));
    ran.ended(new Outcome.Exited(0)).printed(machines.get(0).id() + "\n");
  }
}
