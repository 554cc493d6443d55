package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the sweeper looks for (M6, M8, M9). */
public interface SweepingContract extends StoreUnderContract {

  /** When {@link SomeSandbox} that is on the way since noon is overdue. */
  Instant DEADLINE = NOON.plusSeconds(60);

  @Test
  default void idleAreThoseLastUsedExactlyThenOrEarlierLongestFirst() {
    Sandbox longest = added(SomeSandbox.awake(HERE, "longest", NOON.minusSeconds(9)));
    Sandbox just = added(SomeSandbox.awake(HERE, "just", NOON));
    Sandbox longer = added(SomeSandbox.awake(HERE, "longer", NOON.minusSeconds(5)));
    added(SomeSandbox.awake(HERE, "not yet", NOON.plus(MICROSECOND)));

    assertThat(store().idle(NOON, DEADLINE, 9)).containsExactly(longest, longer, just);
    assertThat(store().idle(NOON, DEADLINE, 2)).containsExactly(longest, longer);
  }

  @Test
  default void nothingIsIdleUnlessItIsAwake() {
    for (StateName state : StateName.values()) {
      added(SomeSandbox.in(state, HERE, state.word(), NOON));
    }

    assertThat(store().idle(NOON, DEADLINE, 9))
        .extracting(sandbox -> sandbox.state().name())
        .containsExactly(StateName.AWAKE);
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
                SomeSandbox.command(task, DEADLINE)));

    assertThat(store().idle(NOON, DEADLINE.minus(MICROSECOND), 9)).isEmpty();
    assertThat(store().idle(NOON, DEADLINE, 9)).containsExactly(used);
  }

  @Test
  default void theBusyDoNotHideTheIdleBehindThem() {
    TaskId task = SomeSandbox.someTask();
    for (int i = 0; i < 5; i++) {
      Sandbox busy = SomeSandbox.awake(HERE, "busy " + i, NOON.minusSeconds(9));
      added(SomeSandbox.heldBy(task, busy, SomeSandbox.command(task, DEADLINE)));
    }
    Sandbox idle = added(SomeSandbox.awake(HERE, "idle", NOON));

    assertThat(store().idle(NOON, NOON, 1)).containsExactly(idle);
  }

  @Test
  default void overdueAreThoseOnTheWayExactlyAtTheirDeadlineLongestFirst() {
    Sandbox waking = added(SomeSandbox.in(StateName.WAKING, HERE, "waking", NOON.minusSeconds(2)));
    Sandbox creating = added(SomeSandbox.in(StateName.CREATING, HERE, "creating", NOON));
    Sandbox deleting =
        added(SomeSandbox.in(StateName.DELETING, HERE, "deleting", NOON.minusSeconds(3)));
    Sandbox fallingAsleep =
        added(SomeSandbox.in(StateName.FALLING_ASLEEP, HERE, "falling", NOON.minusSeconds(1)));
    added(SomeSandbox.in(StateName.WAKING, HERE, "not yet", NOON.plus(MICROSECOND)));

    assertThat(store().overdue(DEADLINE, 9))
        .containsExactly(deleting, waking, fallingAsleep, creating);
    assertThat(store().overdue(DEADLINE, 1)).containsExactly(deleting);
  }

  @Test
  default void whatIsSettledIsNeverOverdue() {
    for (StateName state : StateName.values()) {
      if (!state.isOnTheWay()) {
        added(SomeSandbox.in(state, HERE, state.word(), NOON));
      }
    }

    assertThat(store().overdue(NOON.plusSeconds(1_000_000), 9)).isEmpty();
  }

  @Test
  default void ofTheIdleEachConnectionsLongestComesFirstThenEachOnesSecond() {
    Sandbox first = added(SomeSandbox.awake(HERE, "first", NOON.minusSeconds(9)));
    Sandbox second = added(SomeSandbox.awake(HERE, "second", NOON.minusSeconds(8)));
    Sandbox third = added(SomeSandbox.awake(HERE, "third", NOON.minusSeconds(7)));
    Sandbox theirFirst = added(SomeSandbox.awake(THERE, "first", NOON.minusSeconds(2)));
    Sandbox theirSecond = added(SomeSandbox.awake(THERE, "second", NOON.minusSeconds(1)));

    assertThat(store().idle(NOON, NOON, 9))
        .containsExactly(first, theirFirst, second, theirSecond, third);
    assertThat(store().idle(NOON, NOON, 3)).containsExactly(first, theirFirst, second);
  }

  @Test
  default void oneConnectionsHundredsKeepNoOthersOneBeyondTheFirstBatch() {
    for (int i = 0; i < 300; i++) {
      added(SomeSandbox.awake(HERE, "idle " + i, NOON.minusSeconds(9)));
      added(SomeSandbox.in(StateName.WAKING, HERE, "stuck " + i, NOON.minusSeconds(9)));
    }
    Sandbox idle = added(SomeSandbox.awake(THERE, "idle", NOON));
    Sandbox stuck = added(SomeSandbox.in(StateName.WAKING, THERE, "stuck", NOON));

    assertThat(store().idle(NOON, NOON, 2)).hasSize(2).contains(idle);
    assertThat(store().overdue(DEADLINE, 2)).hasSize(2).contains(stuck);
  }

  @Test
  default void ofTheOverdueEachConnectionsLongestComesFirstThenEachOnesSecond() {
    Sandbox first = added(SomeSandbox.in(StateName.WAKING, HERE, "first", NOON.minusSeconds(9)));
    Sandbox second =
        added(SomeSandbox.in(StateName.DELETING, HERE, "second", NOON.minusSeconds(8)));
    Sandbox theirs = added(SomeSandbox.in(StateName.CREATING, THERE, "first", NOON));

    assertThat(store().overdue(DEADLINE, 9)).containsExactly(first, theirs, second);
    assertThat(store().overdue(DEADLINE, 2)).containsExactly(first, theirs);
  }

  @Test
  default void knownAreThoseThatHaveARowInAnyState() {
    List<Sandbox> all =
        Arrays.stream(StateName.values())
            .map(state -> added(SomeSandbox.in(state, HERE, state.word(), NOON)))
            .toList();
    SandboxId unknown = new SandboxId(UUID.randomUUID());
    List<SandboxId> asked =
        Stream.concat(Stream.of(unknown), all.stream().skip(1).map(Sandbox::id)).toList();

    assertThat(store().known(asked))
        .containsExactlyInAnyOrderElementsOf(all.subList(1, all.size()));
    assertThat(store().known(List.of(unknown))).isEmpty();
    assertThat(store().known(List.of())).isEmpty();
  }
}
