package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** What is promised of the list of machines. Other checks' machines may come and go in it. */
final class ListChecks {

  static final List<Check> ALL =
      List.of(
          Check.of(
              "list.as-it-is",
              "A machine is listed awake or asleep, as it is, with the highest generation seen.",
              "M12",
              ListChecks::asItIs),
          Check.of(
              "list.in-order",
              "Machines are listed in the order of their ids' text, each once.",
              "M12",
              ListChecks::inOrder),
          Check.of(
              "list.pages",
              "Pages of any size list the same machines, none longer than asked for, and an empty one ends them.",
              "M12",
              ListChecks::pages),
          Check.of(
              "list.after-one-that-is-gone",
              "A page starts after a machine that is gone meanwhile, or never was.",
              "M12",
              ListChecks::afterOneThatIsGone),
          Check.of(
              "list.while-machines-come-and-go",
              "Pages that are read while machines come and go list each that stays once.",
              "M12",
              ListChecks::whileMachinesComeAndGo),
          Check.of(
              "list.without-deleted",
              "A deleted machine isn't listed, nor one that was deleted though it never was.",
              "M7 M12",
              ListChecks::withoutDeleted),
          Check.of(
              "list.since",
              "A machine is listed since its generation was seen first; a repeated call makes it no newer.",
              "M2 M12",
              ListChecks::since),
          Check.of(
              "list.since-moves-on",
              "A call of a higher generation makes a machine newer, and never older.",
              "M2 M12",
              ListChecks::sinceMovesOn));

  private ListChecks() {}

  private static void asItIs(Bench bench) {
    CheckedMachine awake = bench.made().wakeAt(7);
    CheckedMachine asleep = bench.made().sleepAt(2);
    require(bench.entry(awake), 7, Condition.AWAKE);
    require(bench.entry(asleep), 2, Condition.ASLEEP);
  }

  private static void require(Listed entry, long seen, Condition condition) {
    Expect.equal("the generation in the list", seen, entry.seen().number());
    Expect.equal("the condition in the list", condition, entry.condition());
  }

  private static void inOrder(Bench bench) {
    List<CheckedMachine> machines = bench.made(5);
    List<String> listed = bench.listed(100).stream().map(it -> it.machine().toString()).toList();
    Expect.equal(
        "the list", listed.stream().sorted(Comparator.naturalOrder()).distinct().toList(), listed);
    for (CheckedMachine machine : machines) {
      Expect.that(listed.contains(machine.id().toString()), machine.id() + " to be listed", listed);
    }
  }

  private static void pages(Bench bench) {
    List<MachineId> ours = ids(bench.made(5));
    for (int limit : List.of(1, 2, 3, 4, 5, 1000)) {
      Expect.equal("what pages of " + limit + " list", ours, listedOf(bench, ours, limit));
    }
    MachineId highest = new MachineId(new UUID(-1, -1));
    Expect.equal("what is after the highest id", List.of(), bench.backend().list(highest, 5));
  }

  private static List<MachineId> ids(List<CheckedMachine> machines) {
    return machines.stream().map(CheckedMachine::id).toList();
  }

  private static List<MachineId> listedOf(Bench bench, List<MachineId> some, int limit) {
    return bench.listed(limit).stream().map(Listed::machine).filter(some::contains).toList();
  }

  private static void afterOneThatIsGone(Bench bench) {
    List<CheckedMachine> machines = bench.made(3);
    machines.get(1).delete();
    for (int gone = 0; gone < 2; gone++) {
      List<MachineId> after =
          bench.backend().list(machines.get(gone).id(), 1000).stream()
              .map(Listed::machine)
              .toList();
      Expect.that(
          after.contains(machines.get(2).id()) && !after.contains(machines.get(gone).id()),
          "the machines after " + machines.get(gone).id(),
          after);
    }
  }

  private static void whileMachinesComeAndGo(Bench bench) throws Exception {
    List<MachineId> staying = ids(bench.made(4));
    AtomicBoolean over = new AtomicBoolean();
    Crowd.of(
        2,
        number -> {
          if (number == 0) {
            while (!over.get()) {
              bench.made().delete();
            }
            return;
          }
          try {
            for (int time = 0; time < 8; time++) {
              Expect.equal("what is listed", staying, listedOf(bench, staying, 1));
            }
          } finally {
            over.set(true);
          }
        });
  }

  private static void withoutDeleted(Bench bench) {
    CheckedMachine kept = bench.made();
    CheckedMachine deleted = bench.made().delete();
    CheckedMachine deletedAsleep = bench.made().sleep().delete();
    CheckedMachine never = bench.unknown().deleteAt(2);
    Set<MachineId> listed =
        bench.listed(100).stream().map(Listed::machine).collect(Collectors.toSet());
    Expect.that(listed.contains(kept.id()), "the one that was kept to be listed", listed);
    for (CheckedMachine gone : List.of(deleted, deletedAsleep, never)) {
      Expect.that(!listed.contains(gone.id()), gone.id() + " not to be listed", listed);
    }
  }

  private static void since(Bench bench) {
    CheckedMachine machine = bench.made();
    Instant made = bench.entry(machine).since();
    Expect.equal("since when after the same make", made, bench.entry(machine.makeAt(1)).since());
    Instant slept = bench.entry(machine.sleepAt(2)).since();
    Expect.equal("since when after the same sleep", slept, bench.entry(machine.sleepAt(2)).since());
    machine.wakeAt(3);
    Instant woken = bench.entry(machine).since();
    machine.run("true").exited(0);
    Expect.equal("since when after a command", woken, bench.entry(machine).since());
  }

  private static void sinceMovesOn(Bench bench) throws Exception {
    CheckedMachine machine = bench.made();
    Instant before = bench.entry(machine).since();
    Instant after = before;
    // A backend's clock may be one of whole seconds.
    long latest = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    while (!after.isAfter(before) && System.nanoTime() < latest) {
      Pause.briefly();
      after = bench.entry(machine.sleep()).since();
      Expect.that(!after.isBefore(before), "no time before " + before, after);
    }
    Expect.that(after.isAfter(before), "a time after " + before, after);
  }
}
