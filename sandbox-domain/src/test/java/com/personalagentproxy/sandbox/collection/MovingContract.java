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
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Moves: each claimed by one guarded write and settled by another (M1, M2, M7, M8). */
public interface MovingContract extends StoreUnderContract {

  Instant LATER = NOON.plusSeconds(10);

  @ParameterizedTest
  @EnumSource
  default void aClaimChangesStateGenerationAndReasonAndNothingElse(Move move) {
    TaskId task = SomeSandbox.someTask();
    Sandbox read =
        added(
            SomeSandbox.heldBy(
                task, SomeSandbox.awake(HERE, "build", NOON), SomeSandbox.command(task, LATER)));
    MachineState.OnTheWay moving = SomeSandbox.onTheWay(move, LATER);

    Optional<Sandbox> claimed = store().claim(read.id(), Guard.of(read), moving, "told so");

    assertThat(claimed).contains(read.in(moving, new Generation(2), "told so"));
    assertThat(store().find(read.id())).isEqualTo(claimed);
  }

  @Test
  default void aClaimOnAnotherStateIsRefusedAndChangesNothing() {
    Sandbox row = added(SomeSandbox.in(StateName.ASLEEP, HERE, "build", NOON));

    assertThat(sleep(row, new Guard(StateName.AWAKE, row.generation(), null))).isEmpty();
    assertThat(row(row)).isEqualTo(row);
  }

  @Test
  default void aClaimOnAnotherGenerationIsRefusedAndChangesNothing() {
    Sandbox row = added(SomeSandbox.awake(HERE, "build", NOON));

    assertThat(sleep(row, new Guard(StateName.AWAKE, new Generation(2), null))).isEmpty();
    assertThat(row(row)).isEqualTo(row);
  }

  @Test
  default void aClaimOnNoRowIsRefused() {
    Sandbox never = SomeSandbox.awake(HERE, "build", NOON);

    assertThat(sleep(never, Guard.of(never))).isEmpty();
    assertThat(store().settle(never.id(), Guard.of(never), awakeAt(LATER), "why")).isEmpty();
    assertThat(store().remove(never.id(), Generation.FIRST)).isFalse();
  }

  @Test
  default void anUntouchedRowIsClaimedUnlessACommandWasAdmittedSince() {
    Sandbox read = added(SomeSandbox.awake(HERE, "build", NOON));
    Guard untouched = Guard.untouched(read);
    TaskId task = SomeSandbox.someTask();
    RunningCommand command = SomeSandbox.command(task, LATER);
    Sandbox used =
        admitted(
                new Admission.Take(
                    read.id(),
                    0,
                    new Lease(task, NOON),
                    command,
                    SomeEntry.of(command, read),
                    NOON))
            .orElseThrow();

    assertThat(sleep(read, untouched)).isEmpty();
    assertThat(sleep(read, Guard.untouched(used))).isPresent();
  }

  @Test
  default void ofManyThatClaimTheSameRowOneWins() {
    Sandbox read = added(SomeSandbox.awake(HERE, "build", NOON));

    List<Optional<Sandbox>> claims =
        Race.of(
            8,
            runner ->
                store()
                    .claim(
                        read.id(),
                        Guard.of(read),
                        SomeSandbox.onTheWay(runner % 2 == 0 ? Move.SLEEP : Move.DELETE, LATER),
                        "runner " + runner));

    assertThat(claims).filteredOn(Optional::isPresent).containsExactly(store().find(read.id()));
    assertThat(row(read).generation()).isEqualTo(new Generation(2));
  }

  @Test
  default void aSettledMoveKeepsTheGeneration() {
    Sandbox moving = added(SomeSandbox.in(StateName.FALLING_ASLEEP, HERE, "build", NOON));
    MachineState.Settled asleep = new MachineState.Settled(StateName.ASLEEP, LATER);

    Optional<Sandbox> settled = store().settle(moving.id(), Guard.of(moving), asleep, "idle");

    assertThat(settled).contains(moving.in(asleep, Generation.FIRST, "idle"));
    assertThat(store().find(moving.id())).isEqualTo(settled);
  }

  @Lesson("microsandbox 854")
  @Test
  default void wakingStartsTheClockAnew() {
    Sandbox waking = added(SomeSandbox.in(StateName.WAKING, HERE, "build", NOON));

    assertThat(store().settle(waking.id(), Guard.of(waking), awakeAt(LATER), "asked"))
        .contains(waking.in(awakeAt(LATER), Generation.FIRST, "asked").usedAt(LATER));
  }

  @Lesson("Daytona 5093")
  @Test
  default void aMoveIsNotSettledAfterAnotherClaimHasGonePast() {
    Sandbox waking = added(SomeSandbox.in(StateName.WAKING, HERE, "build", NOON));
    Sandbox takenOver =
        store()
            .claim(waking.id(), Guard.of(waking), SomeSandbox.onTheWay(Move.WAKE, LATER), "overdue")
            .orElseThrow();

    assertThat(store().settle(waking.id(), Guard.of(waking), awakeAt(LATER), "late")).isEmpty();
    assertThat(row(waking)).isEqualTo(takenOver);
  }

  @Test
  default void aMoveIsSettledOnce() {
    Sandbox waking = added(SomeSandbox.in(StateName.WAKING, HERE, "build", NOON));
    Guard leaves = Guard.of(waking);

    assertThat(store().settle(waking.id(), leaves, awakeAt(LATER), "asked")).isPresent();
    assertThat(store().settle(waking.id(), leaves, awakeAt(LATER), "again")).isEmpty();
  }

  @Test
  default void ofManyThatSettleAndManyThatTakeOverOneWins() {
    Sandbox waking = added(SomeSandbox.in(StateName.WAKING, HERE, "build", NOON));
    Guard leaves = Guard.of(waking);
    List<Callable<Optional<Sandbox>>> deeds = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      deeds.add(() -> store().settle(waking.id(), leaves, awakeAt(LATER), "settled"));
      deeds.add(
          () ->
              store()
                  .claim(
                      waking.id(), leaves, SomeSandbox.onTheWay(Move.WAKE, LATER), "taken over"));
    }

    assertThat(Race.of(deeds))
        .filteredOn(Optional::isPresent)
        .containsExactly(store().find(waking.id()));
  }

  @ParameterizedTest
  @EnumSource
  default void onlyARowThatIsBeingDeletedIsTakenOut(StateName state) {
    Sandbox row = added(SomeSandbox.in(state, HERE, "build", NOON));

    assertThat(store().remove(row.id(), Generation.FIRST)).isEqualTo(state == StateName.DELETING);
    assertThat(store().find(row.id()).isEmpty()).isEqualTo(state == StateName.DELETING);
  }

  @Test
  default void aRowIsTakenOutAtItsGenerationOnceAndItsNameAndKeyAreFreeThen() {
    Sandbox row = SomeSandbox.creatingWithKey(HERE, "build", NOON, "key");
    added(row.in(SomeSandbox.onTheWay(Move.DELETE, NOON), new Generation(2), "asked"));

    assertThat(store().remove(row.id(), new Generation(1))).isFalse();
    assertThat(store().remove(row.id(), new Generation(3))).isFalse();
    assertThat(store().remove(row.id(), new Generation(2))).isTrue();
    assertThat(store().remove(row.id(), new Generation(2))).isFalse();
    added(SomeSandbox.creatingWithKey(HERE, "build", LATER, "key"));
  }

  private Optional<Sandbox> sleep(Sandbox row, Guard leaves) {
    return store().claim(row.id(), leaves, SomeSandbox.onTheWay(Move.SLEEP, LATER), "idle");
  }

  private static MachineState.Settled awakeAt(Instant since) {
    return new MachineState.Settled(StateName.AWAKE, since);
  }
}
