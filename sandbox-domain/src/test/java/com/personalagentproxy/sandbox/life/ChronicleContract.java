package com.personalagentproxy.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every {@link Chronicle} keeps, as tests. An adapter's test implements this. */
public interface ChronicleContract {

  /** A time with microseconds in it. */
  Instant NOON = Instant.parse("2026-01-02T12:00:00.678901Z");

  /** The chronicle of {@link #store}. */
  Chronicle chronicle();

  SandboxStore store();

  private Sandbox added(Sandbox sandbox) {
    return ((SandboxStore.Added.New) store().add(sandbox)).sandbox();
  }

  private Sandbox claimed(Sandbox row, Move move, Instant at) {
    return store()
        .claim(row.id(), Guard.of(row), SomeSandbox.onTheWay(move, at), "because of " + move)
        .orElseThrow();
  }

  private Sandbox settled(Sandbox row, StateName to, Instant at) {
    return store()
        .settle(row.id(), Guard.of(row), new MachineState.Settled(to, at), "it is " + to)
        .orElseThrow();
  }

  private List<Step> lifeOf(Sandbox row) {
    return chronicle().of(row.id(), Chronicle.NO_NUMBER, 50);
  }

  private static SandboxId someId() {
    return new SandboxId(UUID.randomUUID());
  }

  @Test
  default void everyStateARowComesIntoIsAStepAndSoIsItsEnd() {
    ConnectionId home = SomeSandbox.someConnection();
    long before = chronicle().since(0, Set.of(), 1).newest();
    Sandbox row = added(SomeSandbox.creating(home, "build", NOON));
    Sandbox awake = settled(row, StateName.AWAKE, NOON.plusSeconds(1));
    Sandbox sleeping = claimed(awake, Move.SLEEP, NOON.plusSeconds(2));
    Sandbox asleep = settled(sleeping, StateName.ASLEEP, NOON.plusSeconds(3));
    Sandbox deleting = claimed(asleep, Move.DELETE, NOON.plusSeconds(4));
    assertThat(store().remove(deleting.id(), deleting.generation())).isTrue();

    List<Step> all = chronicle().since(before, Set.of(home), 50).steps();

    assertThat(all)
        .extracting(Step::state)
        .containsExactly(
            StateName.CREATING,
            StateName.AWAKE,
            StateName.FALLING_ASLEEP,
            StateName.ASLEEP,
            StateName.DELETING,
            null);
    assertThat(all).extracting(Step::number).isSorted().doesNotHaveDuplicates();
    assertThat(all)
        .allMatch(step -> step.sandbox().equals(row.id()) && step.connection().equals(home));
    assertThat(all.get(1).at()).isEqualTo(NOON.plusSeconds(1));
    assertThat(all.get(1).reason()).isEqualTo("it is AWAKE");
    assertThat(all.get(5).isRemoval()).isTrue();
    assertThat(lifeOf(row))
        .hasSize(6)
        .extracting(Step::number)
        .isSortedAccordingTo((a, b) -> Long.compare(b, a));
  }

  @Test
  default void whatDoesNotChangeTheStateIsNoStep() {
    Sandbox row = added(SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON));
    Sandbox sleeping = claimed(row, Move.SLEEP, NOON.plusSeconds(2));
    claimed(sleeping, Move.SLEEP, NOON.plusSeconds(3));
    store().settle(row.id(), Guard.of(row), new MachineState.Settled(StateName.LOST, NOON), "no");

    assertThat(lifeOf(row))
        .extracting(Step::state)
        .containsExactly(StateName.FALLING_ASLEEP, StateName.AWAKE);
  }

  @Test
  default void aLifeIsReadInPages() {
    Sandbox row = added(SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON));
    for (int second = 1; second <= 6; second += 2) {
      row =
          settled(
              claimed(row, Move.SLEEP, NOON.plusSeconds(second)),
              StateName.AWAKE,
              NOON.plusSeconds(second + 1));
    }

    List<Step> first = chronicle().of(row.id(), Chronicle.NO_NUMBER, 3);
    List<Step> second = chronicle().of(row.id(), first.get(2).number(), 50);

    assertThat(first)
        .extracting(Step::at)
        .containsExactly(NOON.plusSeconds(6), NOON.plusSeconds(5), NOON.plusSeconds(4));
    assertThat(second)
        .extracting(Step::at)
        .containsExactly(NOON.plusSeconds(3), NOON.plusSeconds(2), NOON.plusSeconds(1), NOON);
    assertThat(chronicle().of(someId(), Chronicle.NO_NUMBER, 9)).isEmpty();
  }

  @Test
  default void onlyStepsInTheConnectionsAreTold() {
    ConnectionId home = SomeSandbox.someConnection();
    ConnectionId other = SomeSandbox.someConnection();
    long before = chronicle().since(0, Set.of(), 1).newest();
    Sandbox mine = added(SomeSandbox.awake(home, "build", NOON));
    added(SomeSandbox.awake(other, "build", NOON));

    Steps steps = chronicle().since(before, Set.of(home), 50);

    assertThat(steps.steps()).extracting(Step::sandbox).containsExactly(mine.id());
    assertThat(steps.newest()).isGreaterThan(steps.steps().get(0).number());
    assertThat(chronicle().since(steps.newest(), Set.of(home, other), 50).steps()).isEmpty();
    assertThat(chronicle().since(before, Set.of(home, other), 1).steps()).hasSize(1);
    assertThat(chronicle().since(before, Set.of(), 50).steps()).isEmpty();
  }

  @Test
  default void aNumberOfATimeIsBelowAllThatCameLater() {
    Instant late = NOON.plus(Duration.ofDays(400));
    ConnectionId home = SomeSandbox.someConnection();
    added(SomeSandbox.awake(home, "early", NOON));
    Sandbox first = added(SomeSandbox.awake(home, "late", late));
    Sandbox second = added(SomeSandbox.awake(home, "later", late.plusSeconds(9)));

    long number = chronicle().numberAt(late);

    assertThat(chronicle().since(number, Set.of(home), 50).steps())
        .extracting(Step::sandbox)
        .contains(first.id(), second.id());
    assertThat(chronicle().numberAt(late.plus(Duration.ofDays(90_000))))
        .isEqualTo(chronicle().since(0, Set.of(), 1).newest());
  }

  @Test
  default void thoseThatWereUsedLatelyAreFound() {
    ConnectionId home = SomeSandbox.someConnection();
    Sandbox early = added(SomeSandbox.awake(home, "early", NOON.minusSeconds(200)));
    Sandbox exactly = added(SomeSandbox.awake(home, "exactly", NOON));
    Sandbox late = added(SomeSandbox.awake(home, "late", NOON.plusSeconds(200)));
    added(SomeSandbox.in(StateName.ASLEEP, home, "asleep", NOON.plusSeconds(5)));
    added(SomeSandbox.awake(SomeSandbox.someConnection(), "elsewhere", NOON.plusSeconds(5)));

    assertThat(chronicle().usedSince(NOON, Set.of(home), 50)).containsExactly(late, exactly);
    assertThat(chronicle().usedSince(NOON, Set.of(home), 1)).containsExactly(late);
    assertThat(chronicle().usedSince(NOON, Set.of(), 50)).isEmpty();
    assertThat(chronicle().now(List.of(early.id(), late.id(), someId())))
        .containsExactlyInAnyOrder(early, late);
    assertThat(chronicle().now(List.of())).isEmpty();
  }

  @Test
  default void thoseThatATaskHasAreFound() {
    ConnectionId home = SomeSandbox.someConnection();
    TaskId task = SomeSandbox.someTask();
    Sandbox held = added(SomeSandbox.heldBy(task, SomeSandbox.awake(home, "build", NOON)));
    added(SomeSandbox.heldBy(SomeSandbox.someTask(), SomeSandbox.awake(home, "docs", NOON)));
    added(SomeSandbox.heldBy(task, SomeSandbox.awake(SomeSandbox.someConnection(), "x", NOON)));
    added(SomeSandbox.awake(home, "free", NOON));

    assertThat(chronicle().heldBy(List.of(task), Set.of(home), 50)).containsExactly(held);
    assertThat(chronicle().heldBy(List.of(), Set.of(home), 50)).isEmpty();
  }

  @Test
  default void whatIsOldIsClearedTheOldestFirst() {
    Instant old = Instant.parse("2020-01-01T00:00:00Z");
    ConnectionId home = SomeSandbox.someConnection();
    while (chronicle().clear(NOON.minus(Duration.ofDays(300)), 500) > 0) {
      // What other tests left.
    }
    Sandbox row = added(SomeSandbox.creating(home, "build", old));
    row = settled(row, StateName.AWAKE, old.plusSeconds(1));
    row = settled(claimed(row, Move.SLEEP, NOON), StateName.ASLEEP, NOON.plusSeconds(1));

    assertThat(chronicle().clear(old.plusSeconds(1), 500)).isEqualTo(1);
    assertThat(lifeOf(row)).hasSize(3);
    assertThat(chronicle().clear(old.plusSeconds(2), 500)).isEqualTo(1);
    assertThat(lifeOf(row)).extracting(Step::at).containsExactly(NOON.plusSeconds(1), NOON);
  }
}
