package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the sweeper looks for (M6, M8, M9). */
public interface SweepingContract extends StoreUnderContract {

  /** When {@link SomeSandbox} that is on the way since noon is overdue. */
  Instant DEADLINE = NOON.plusSeconds(60);

  @Test
  default void idleAreThoseLastUsedExactlyThenOrEarlierLongestFirst() {
    Sandbox longest = added(SomeSandbox.awake(HERE, "longest", NOON.minusSeconds(9)));
    Sandbox just = added(SomeSandbox.awake(THERE, "just", NOON));
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
    Sandbox creating = added(SomeSandbox.in(StateName.CREATING, THERE, "creating", NOON));
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
}
