package com.personalagentproxy.sandbox.collection;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Commands that are counted in and out, and the lease that goes with them (L2, L3, L6, L9, X12).
 */
public interface AdmittingContract extends StoreUnderContract {

  Instant MINUTE_LATER = NOON.plusSeconds(60);
  TaskId ADAS = new TaskId(UUID.fromString("22222222-0000-4000-8000-000000000001"));
  TaskId BOBS = new TaskId(UUID.fromString("22222222-0000-4000-8000-000000000002"));

  @Test
  default void theFirstCommandTakesTheLeaseAndIsCountedIn() {
    Sandbox free = added(SomeSandbox.awake(HERE, "build", NOON));
    RunningCommand command = SomeSandbox.command(ADAS, MINUTE_LATER);

    Optional<Sandbox> taken = take(free, ADAS, command, NOON.plusSeconds(1));

    assertThat(taken)
        .contains(
            free.with(new Lease(ADAS, NOON.plusSeconds(1)), 1, List.of(command))
                .usedAt(NOON.plusSeconds(1)));
    assertThat(store().find(free.id())).isEqualTo(taken);
  }

  @Test
  default void aTakeIsRefusedWhenACommandWasAdmittedSinceTheRowWasRead() {
    Sandbox read = added(SomeSandbox.awake(HERE, "build", NOON));
    RunningCommand first = SomeSandbox.command(ADAS, MINUTE_LATER);
    assertThat(take(read, ADAS, first, NOON)).isPresent();
    assertThat(end(read.id(), first.id(), NOON)).isTrue();
    Sandbox ended = row(read);

    assertThat(take(read, BOBS, SomeSandbox.command(BOBS, MINUTE_LATER), NOON)).isEmpty();
    assertThat(row(read)).isEqualTo(ended);
    assertThat(take(ended, BOBS, SomeSandbox.command(BOBS, MINUTE_LATER), NOON)).isPresent();
  }

  @Test
  default void ofManyThatTakeTheSameRowOneWinsAndHasTheLease() {
    Sandbox read = added(SomeSandbox.awake(HERE, "build", NOON));

    List<Optional<Sandbox>> takes =
        Race.of(
            8,
            runner -> {
              TaskId task = SomeSandbox.someTask();
              return take(read, task, SomeSandbox.command(task, MINUTE_LATER), NOON);
            });

    assertThat(takes).filteredOn(Optional::isPresent).containsExactly(store().find(read.id()));
    assertThat(row(read).running())
        .extracting(RunningCommand::task)
        .containsExactly(holder(row(read)));
    assertThat(row(read).admissions()).isEqualTo(1);
  }

  @Test
  default void aTakeIsRefusedWhileACommandRunsAndAllowedExactlyAtItsDeadline() {
    RunningCommand running = SomeSandbox.command(ADAS, MINUTE_LATER);
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON), running));
    RunningCommand bobs = SomeSandbox.command(BOBS, MINUTE_LATER.plusSeconds(60));

    assertThat(take(held, BOBS, bobs, MINUTE_LATER.minus(MICROSECOND))).isEmpty();
    assertThat(row(held)).isEqualTo(held);
    assertThat(take(held, BOBS, bobs, MINUTE_LATER))
        .contains(held.with(new Lease(BOBS, MINUTE_LATER), 2, List.of(bobs)).usedAt(MINUTE_LATER));
  }

  @Test
  default void theHoldersNextCommandKeepsTheLeaseAsItIs() {
    RunningCommand first = SomeSandbox.command(ADAS, MINUTE_LATER);
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON), first));
    RunningCommand ofSubTask =
        SomeSandbox.command(SomeSandbox.someTask(), MINUTE_LATER.plusSeconds(1));

    assertThat(keep(held, ADAS, ofSubTask, NOON.plusSeconds(1)))
        .contains(
            held.with(held.lease(), 2, List.of(first, ofSubTask)).usedAt(NOON.plusSeconds(1)));
  }

  @Test
  default void admittingIsUseAndNeverMovesTheLastUseBackwards() {
    Sandbox free = added(SomeSandbox.awake(HERE, "build", NOON));
    RunningCommand command = SomeSandbox.command(ADAS, MINUTE_LATER);

    assertThat(take(free, ADAS, command, NOON.minusSeconds(9)).orElseThrow().lastUsed())
        .isEqualTo(NOON);
    assertThat(
            keep(free, ADAS, SomeSandbox.command(ADAS, MINUTE_LATER), NOON.plusSeconds(9))
                .orElseThrow()
                .lastUsed())
        .isEqualTo(NOON.plusSeconds(9));
  }

  @Test
  default void keepingWhatAnotherHoldsIsRefused() {
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON)));

    assertThat(keep(held, BOBS, SomeSandbox.command(BOBS, MINUTE_LATER), NOON)).isEmpty();
    assertThat(row(held)).isEqualTo(held);
  }

  @Test
  default void keepingWhatNobodyTookIsRefused() {
    Sandbox free = added(SomeSandbox.awake(HERE, "build", NOON));

    assertThat(keep(free, ADAS, SomeSandbox.command(ADAS, MINUTE_LATER), NOON)).isEmpty();
    assertThat(row(free)).isEqualTo(free);
  }

  @Test
  default void admittingForgetsCommandsThatArePastTheirDeadlineAndNoOthers() {
    RunningCommand past = SomeSandbox.command(ADAS, NOON.plusSeconds(5));
    RunningCommand runs = SomeSandbox.command(ADAS, NOON.plusSeconds(5).plus(MICROSECOND));
    Sandbox held =
        added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON), past, runs));
    RunningCommand next = SomeSandbox.command(ADAS, MINUTE_LATER);

    assertThat(keep(held, ADAS, next, NOON.plusSeconds(5)))
        .contains(held.with(held.lease(), 3, List.of(runs, next)).usedAt(NOON.plusSeconds(5)));
  }

  @Test
  default void allOfManyThatKeepAreCountedIn() {
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON)));

    List<Optional<Sandbox>> kept =
        Race.of(8, runner -> keep(held, ADAS, SomeSandbox.command(ADAS, MINUTE_LATER), NOON));

    assertThat(kept).allMatch(Optional::isPresent);
    assertThat(row(held).running()).hasSize(8);
    assertThat(row(held).admissions()).isEqualTo(8);
  }

  @Test
  default void ofTheHolderThatKeepsAndAnotherThatTakesOneWins() {
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON)));

    List<Optional<Sandbox>> results =
        Race.of(
            List.of(
                () -> keep(held, ADAS, SomeSandbox.command(ADAS, MINUTE_LATER), NOON),
                () -> take(held, BOBS, SomeSandbox.command(BOBS, MINUTE_LATER), NOON)));

    assertThat(results).filteredOn(Optional::isPresent).hasSize(1);
    assertThat(row(held).running())
        .extracting(RunningCommand::task)
        .containsExactly(holder(row(held)));
  }

  @ParameterizedTest
  @EnumSource
  default void commandsAreAdmittedUnlessTheMachineIsBeingDeletedOrLost(StateName state) {
    Sandbox free = added(SomeSandbox.in(state, HERE, "free", NOON));
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.in(state, HERE, "held", NOON)));
    boolean admitted =
        switch (state) {
          case CREATING, AWAKE, FALLING_ASLEEP, ASLEEP, WAKING -> true;
          case DELETING, LOST -> false;
        };

    assertThat(take(free, ADAS, SomeSandbox.command(ADAS, MINUTE_LATER), NOON).isPresent())
        .isEqualTo(admitted);
    assertThat(keep(held, ADAS, SomeSandbox.command(ADAS, MINUTE_LATER), NOON).isPresent())
        .isEqualTo(admitted);
  }

  @Test
  default void nothingIsAdmittedWhereNoRowIs() {
    Sandbox never = SomeSandbox.awake(HERE, "build", NOON);

    assertThat(take(never, ADAS, SomeSandbox.command(ADAS, MINUTE_LATER), NOON)).isEmpty();
    assertThat(keep(never, ADAS, SomeSandbox.command(ADAS, MINUTE_LATER), NOON)).isEmpty();
  }

  @Test
  default void anEndedCommandIsCountedOutOnceAndTheSandboxWasUsedThen() {
    RunningCommand one = SomeSandbox.command(ADAS, MINUTE_LATER);
    RunningCommand other = SomeSandbox.command(ADAS, MINUTE_LATER);
    Sandbox held =
        added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON), one, other));

    assertThat(end(held.id(), one.id(), NOON.plus(MICROSECOND))).isTrue();
    assertThat(end(held.id(), one.id(), NOON.plusSeconds(9))).isFalse();

    assertThat(row(held))
        .isEqualTo(held.with(held.lease(), 2, List.of(other)).usedAt(NOON.plus(MICROSECOND)));
  }

  @Test
  default void aCommandThatNeverWasIsNotCountedOut() {
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON)));
    CommandId never = new CommandId(UUID.randomUUID());

    assertThat(end(held.id(), never, MINUTE_LATER)).isFalse();
    assertThat(end(new SandboxId(UUID.randomUUID()), never, MINUTE_LATER)).isFalse();
    assertThat(row(held)).isEqualTo(held);
  }

  @Test
  default void aCommandPastItsDeadlineIsStillCountedOutAndWasUse() {
    RunningCommand late = SomeSandbox.command(ADAS, NOON.plusSeconds(1));
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON), late));

    assertThat(end(held.id(), late.id(), MINUTE_LATER)).isTrue();
    assertThat(row(held).lastUsed()).isEqualTo(MINUTE_LATER);
  }

  @Test
  default void lastUseNeverGoesBackwardsWhenServersDisagreeAboutTheTime() {
    RunningCommand one = SomeSandbox.command(ADAS, MINUTE_LATER);
    Sandbox held = added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON), one));

    assertThat(end(held.id(), one.id(), NOON.minusSeconds(3))).isTrue();
    assertThat(row(held).lastUsed()).isEqualTo(NOON);
  }

  @Test
  default void allOfManyThatEndAtOnceAreCountedOut() {
    RunningCommand[] commands =
        Stream.generate(() -> SomeSandbox.command(ADAS, MINUTE_LATER))
            .limit(8)
            .toArray(RunningCommand[]::new);
    Sandbox held =
        added(SomeSandbox.heldBy(ADAS, SomeSandbox.awake(HERE, "build", NOON), commands));

    assertThat(Race.of(8, i -> end(held.id(), commands[i].id(), NOON.plusSeconds(i))))
        .containsOnly(true);
    assertThat(row(held))
        .isEqualTo(held.with(held.lease(), 8, List.of()).usedAt(NOON.plusSeconds(7)));
  }

  @Test
  default void aCommandOfASandboxThatWasTakenOutIsNotCountedOut() {
    RunningCommand one = SomeSandbox.command(ADAS, MINUTE_LATER);
    Sandbox deleting =
        added(
            SomeSandbox.heldBy(ADAS, SomeSandbox.in(StateName.DELETING, HERE, "build", NOON), one));
    assertThat(store().remove(deleting.id(), Generation.FIRST)).isTrue();

    assertThat(end(deleting.id(), one.id(), NOON)).isFalse();
  }

  private static TaskId holder(Sandbox row) {
    return Optional.ofNullable(row.lease()).orElseThrow().holder();
  }

  private Optional<Sandbox> take(Sandbox read, TaskId task, RunningCommand command, Instant now) {
    return admitted(
        new Admission.Take(
            read.id(),
            read.admissions(),
            new Lease(task, now),
            command,
            SomeEntry.of(command, read),
            now));
  }

  private Optional<Sandbox> keep(Sandbox read, TaskId holder, RunningCommand command, Instant now) {
    return admitted(
        new Admission.Keep(read.id(), holder, command, SomeEntry.of(command, read), now));
  }

  private boolean end(SandboxId sandbox, CommandId command, Instant now) {
    return store().end(sandbox, command, SomeEntry.exited(), now);
  }
}
