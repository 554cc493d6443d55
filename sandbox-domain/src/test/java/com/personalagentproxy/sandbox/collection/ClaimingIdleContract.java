package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The sweeper's claim of what is idle: of many in one write, and of each by one (M1, M8, M9). */
public interface ClaimingIdleContract extends StoreUnderContract {

  /** When it is claimed. */
  Instant AFTER = NOON.plusSeconds(60);

  @Test
  default void claimingTheIdleChangesStateGenerationAndReasonAndNothingElse() {
    TaskId task = SomeSandbox.someTask();
    Sandbox read =
        added(
            SomeSandbox.heldBy(
                task, SomeSandbox.awake(HERE, "build", NOON), SomeSandbox.command(task, NOON)));
    MachineState.OnTheWay asked = SomeSandbox.onTheWay(Move.SLEEP, AFTER.plus(MICROSECOND));

    List<Sandbox> claimed =
        store().claimIdle(new Idleness(NOON, AFTER), asked, "It was not used.", 9);

    assertThat(claimed).containsExactly(read.in(asked, new Generation(2), "It was not used."));
    assertThat(claimed).containsExactly(row(read));
  }

  @Test
  default void idleAreThoseLastUsedExactlyThenOrEarlier() {
    Sandbox just = added(SomeSandbox.awake(HERE, "just", NOON));
    Sandbox longer = added(SomeSandbox.awake(HERE, "longer", NOON.minusSeconds(5)));
    added(SomeSandbox.awake(HERE, "not yet", NOON.plus(MICROSECOND)));

    assertThat(claimed(NOON, AFTER, 9)).containsExactlyInAnyOrder(just.id(), longer.id());
  }

  @Test
  default void nothingIsIdleUnlessItIsAwake() {
    for (StateName state : StateName.values()) {
      added(SomeSandbox.in(state, HERE, state.word(), NOON));
    }

    assertThat(store().claimIdle(new Idleness(NOON, AFTER), sleep(), "idle", 9))
        .extracting(sandbox -> sandbox.name().text())
        .containsExactly(StateName.AWAKE.word());
  }

  @Test
  default void nothingIsIdleWhileACommandRunsAndIsExactlyAtItsDeadline() {
    TaskId task = SomeSandbox.someTask();
    Sandbox used =
        added(
            SomeSandbox.heldBy(
                task,
                SomeSandbox.awake(HERE, "build", NOON),
                SomeSandbox.command(task, NOON.plusSeconds(1)),
                SomeSandbox.command(task, AFTER)));

    assertThat(claimed(NOON, AFTER.minus(MICROSECOND), 9)).isEmpty();
    assertThat(row(used)).isEqualTo(used);
    assertThat(claimed(NOON, AFTER, 9)).containsExactly(used.id());
  }

  @Test
  default void theBusyDoNotHideTheIdleBehindThem() {
    TaskId task = SomeSandbox.someTask();
    for (int i = 0; i < 5; i++) {
      Sandbox busy = SomeSandbox.awake(HERE, "busy " + i, NOON.minusSeconds(9));
      added(SomeSandbox.heldBy(task, busy, SomeSandbox.command(task, AFTER)));
    }
    Sandbox idle = added(SomeSandbox.awake(HERE, "idle", NOON));

    assertThat(claimed(NOON, NOON, 1)).containsExactly(idle.id());
  }

  @Test
  default void noMoreAreClaimedThanAskedForAndTheOthersTheNextTime() {
    Sandbox just = added(SomeSandbox.awake(HERE, "just", NOON));
    Sandbox longest = added(SomeSandbox.awake(HERE, "longest", NOON.minusSeconds(9)));
    Sandbox longer = added(SomeSandbox.awake(HERE, "longer", NOON.minusSeconds(5)));

    assertThat(claimed(NOON, AFTER, 2)).containsExactlyInAnyOrder(longest.id(), longer.id());
    assertThat(row(just)).isEqualTo(just);
    assertThat(claimed(NOON, AFTER, 2)).containsExactly(just.id());
    assertThat(claimed(NOON, AFTER, 2)).isEmpty();
  }

  @Test
  default void ofTheIdleEachConnectionsLongestComesFirstThenEachOnesSecond() {
    Sandbox first = added(SomeSandbox.awake(HERE, "first", NOON.minusSeconds(9)));
    Sandbox second = added(SomeSandbox.awake(HERE, "second", NOON.minusSeconds(8)));
    Sandbox third = added(SomeSandbox.awake(HERE, "third", NOON.minusSeconds(7)));
    Sandbox theirFirst = added(SomeSandbox.awake(THERE, "first", NOON.minusSeconds(2)));
    Sandbox theirSecond = added(SomeSandbox.awake(THERE, "second", NOON.minusSeconds(1)));

    assertThat(claimed(NOON, AFTER, 3))
        .containsExactlyInAnyOrder(first.id(), theirFirst.id(), second.id());
    assertThat(claimed(NOON, AFTER, 1)).containsExactly(third.id());
    assertThat(claimed(NOON, AFTER, 1)).containsExactly(theirSecond.id());
  }

  @Test
  default void ofOneConnectionsHundredsOfIdleAndAnothersOneTheOneIsAmongTheFirst() {
    for (int i = 0; i < 300; i++) {
      added(SomeSandbox.awake(HERE, "idle " + i, NOON.minusSeconds(9)));
    }
    Sandbox single = added(SomeSandbox.awake(THERE, "idle", NOON));

    assertThat(claimed(NOON, AFTER, 2)).hasSize(2).contains(single.id());
  }

  @Test
  default void ofManyThatClaimAtOnceNoTwoGetTheSameAndTogetherTheyGetAll() {
    List<SandboxId> all =
        IntStream.range(0, 60)
            .mapToObj(i -> added(SomeSandbox.awake(i % 2 == 0 ? HERE : THERE, "box " + i, NOON)))
            .map(Sandbox::id)
            .toList();

    List<SandboxId> claimed =
        Race.of(4, runner -> claimedUntilNoneIsLeft()).stream().flatMap(List::stream).toList();

    assertThat(claimed).containsExactlyInAnyOrderElementsOf(all);
    assertThat(all)
        .allSatisfy(
            id ->
                assertThat(store().find(id).orElseThrow().generation())
                    .isEqualTo(new Generation(2)));
  }

  private List<SandboxId> claimedUntilNoneIsLeft() {
    List<SandboxId> all = new ArrayList<>();
    List<SandboxId> some = claimed(NOON, AFTER, 7);
    while (!some.isEmpty()) {
      all.addAll(some);
      some = claimed(NOON, AFTER, 7);
    }
    return all;
  }

  @Lesson("E2B infra 2100")
  @Test
  default void ofCommandsAndClaimsAtOnceNoneIsClaimedUnderACommand() {
    List<Sandbox> all =
        IntStream.range(0, 40)
            .mapToObj(i -> added(SomeSandbox.awake(HERE, "box " + i, NOON)))
            .toList();
    List<Sandbox> claimed = new ArrayList<>();
    Callable<Object> claims =
        () -> {
          for (int time = 0; time < 10; time++) {
            claimed.addAll(store().claimIdle(new Idleness(NOON, NOON), sleep(), "idle", 4));
          }
          return claimed;
        };

    Race.of(List.of(claims, () -> all.stream().map(row -> store().admit(take(row))).toList()));

    assertThat(claimed)
        .allSatisfy(row -> assertThat(row.running()).isEmpty())
        .allSatisfy(row -> assertThat(row.lastUsed()).isEqualTo(NOON));
  }

  private static Admission take(Sandbox row) {
    TaskId task = SomeSandbox.someTask();
    RunningCommand command = SomeSandbox.command(task, AFTER);
    return new Admission.Take(
        row.id(), 0, new Lease(task, AFTER), command, SomeEntry.of(command, row), AFTER);
  }

  private List<SandboxId> claimed(Instant lastUsedAtOrBefore, Instant now, int limit) {
    return store().claimIdle(new Idleness(lastUsedAtOrBefore, now), sleep(), "idle", limit).stream()
        .map(Sandbox::id)
        .toList();
  }

  private static MachineState.OnTheWay sleep() {
    return SomeSandbox.onTheWay(Move.SLEEP, AFTER);
  }
}
