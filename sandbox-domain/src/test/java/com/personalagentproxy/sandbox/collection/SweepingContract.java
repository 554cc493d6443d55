package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the sweeper and the census look for (M6, M9, M12). */
public interface SweepingContract extends StoreUnderContract {

  /** When {@link SomeSandbox} that is on the way since noon is overdue. */
  Instant DEADLINE = NOON.plusSeconds(60);

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
  default void ofOneConnectionsHundredsOverdueAndAnothersOneTheOneIsAmongTheFirst() {
    for (int i = 0; i < 300; i++) {
      added(SomeSandbox.in(StateName.WAKING, HERE, "stuck " + i, NOON.minusSeconds(9)));
    }
    Sandbox stuck = added(SomeSandbox.in(StateName.WAKING, THERE, "stuck", NOON));

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
