package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.BackendException.StaleGeneration;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.util.List;
import java.util.function.BiConsumer;

/** What is promised of the generation, which fences late calls off. */
final class FenceChecks {

  static final List<Check> ALL =
      List.of(
          late("make", (machine, number) -> machine.makeAt(number)),
          late("wake", (machine, number) -> machine.wakeAt(number)),
          late("sleep", (machine, number) -> machine.sleepAt(number)),
          late("delete", (machine, number) -> machine.deleteAt(number)),
          Check.of(
              "fence.late-command",
              "A command of a lower generation than one seen is refused, and not run.",
              "M2",
              FenceChecks::lateCommand),
          Check.of(
              "fence.late-after-delete",
              "A make or a wake that comes late doesn't bring a deleted machine back.",
              "M2 M7",
              FenceChecks::lateAfterDelete),
          Check.of(
              "fence.delete-before-make",
              "A machine whose delete comes before its make, which was on the way for long, is never made.",
              "M2 M7",
              FenceChecks::deleteBeforeMake),
          Check.of(
              "fence.tells-what-it-saw",
              "The refusal of a late call tells the highest generation that was seen.",
              "M2",
              FenceChecks::tellsWhatItSaw),
          Check.of(
              "fence.jumps",
              "A generation may be much higher than the one before, and more than 32 bits long.",
              "M2",
              FenceChecks::jumps),
          Check.of(
              "fence.its-own",
              "The generation of one machine fences no other.",
              "M2",
              FenceChecks::itsOwn),
          Check.of(
              "fence.after-gone",
              "A deleted machine that was asked in vain to wake refuses what comes late as before, and is made anew by a higher make.",
              "M2 M7",
              FenceChecks::afterGone));

  private FenceChecks() {}

  private static Check late(String move, BiConsumer<CheckedMachine, Long> call) {
    return Check.of(
        "fence.late-" + move,
        "A " + move + " of a lower generation than one seen is refused, and changes nothing.",
        "M2",
        bench -> {
          CheckedMachine asleep = bench.made().sleepAt(5);
          refusedAsLate(move, () -> call.accept(asleep, 4L));
          asleep.is(Condition.ASLEEP);
          CheckedMachine awake = bench.made().wakeAt(5);
          refusedAsLate(move, () -> call.accept(awake, 4L));
          awake.is(Condition.AWAKE);
          Expect.equal("the highest generation", 5L, bench.entry(awake).seen().number());
        });
  }

  private static StaleGeneration refusedAsLate(String what, Expect.Call call) throws Exception {
    return Expect.refused("a late " + what, StaleGeneration.class, call);
  }

  private static void lateCommand(Bench bench) throws Exception {
    CheckedMachine machine = bench.made().wakeAt(5);
    refusedAsLate("command", () -> machine.runAt(4, "touch ran"));
    machine.runAt(5, "ls").printed("");
    machine.sleepAt(6);
    refusedAsLate("command", () -> machine.runAt(5, "touch ran"));
  }

  private static void lateAfterDelete(Bench bench) throws Exception {
    CheckedMachine machine = bench.made().deleteAt(3);
    refusedAsLate("make", () -> machine.makeAt(1));
    refusedAsLate("wake", () -> machine.wakeAt(2));
    machine.is(Condition.ABSENT);
    Expect.that(bench.listed(machine).isEmpty(), "it not to be listed", "a list with it");
  }

  private static void deleteBeforeMake(Bench bench) throws Exception {
    CheckedMachine machine = bench.unknown().deleteAt(2);
    refusedAsLate("make", () -> machine.makeAt(1));
    machine.is(Condition.ABSENT);
  }

  private static void tellsWhatItSaw(Bench bench) throws Exception {
    CheckedMachine machine = bench.made().sleepAt(7);
    StaleGeneration refusal = refusedAsLate("wake", () -> machine.wakeAt(3));
    Expect.equal("the generation that the refusal tells", 7L, refusal.seen().number());
  }

  private static void jumps(Bench bench) throws Exception {
    long high = 5_000_000_000L;
    CheckedMachine machine = bench.made().sleepAt(100).wakeAt(high);
    refusedAsLate("sleep", () -> machine.sleepAt(high - 1));
    refusedAsLate("sleep", () -> machine.sleepAt(high - (1L << 32) + 1));
    machine.is(Condition.AWAKE);
    Expect.equal("the generation in the list", high, bench.entry(machine).seen().number());
  }

  private static void itsOwn(Bench bench) {
    bench.made().sleepAt(1000);
    bench.made().sleepAt(2).is(Condition.ASLEEP);
  }

  private static void afterGone(Bench bench) throws Exception {
    CheckedMachine machine = bench.made().deleteAt(5);
    Expect.refused("a wake", BackendException.MachineGone.class, () -> machine.wakeAt(9));
    refusedAsLate("make", () -> machine.makeAt(4));
    machine.makeAt(10).is(Condition.AWAKE);
  }
}
