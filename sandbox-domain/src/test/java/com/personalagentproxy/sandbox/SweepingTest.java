package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.Between;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** M6, M8 and M9: what is idle falls asleep, and what was left half done is settled. */
class SweepingTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");

  @Test
  void thirtyIdleMinutesPutItToSleepAndNotOneMicrosecondLess() {
    SandboxView made = world.make(task, "build");
    world.clock.advance(Duration.ofMinutes(10));
    world.run(task, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(30).minusNanos(1000));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    world.clock.advance(Duration.ofNanos(1000));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.row(made).reason())
        .isEqualTo("It was put to sleep, since it was not used for 30 minutes.");
  }

  @Test
  void aCommandBetweenTheSweepersLookAndItsClaimKeepsItAwake() {
    SandboxView made = world.make(task, "build");
    world.clock.advance(Timing.USUAL.idleAfter());
    Sweeper late =
        new Sweeper(
            Between.lookAndClaim(
                world.ports, () -> world.run(task, "build", "true").orElseThrow()));
    late.sweep();
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    assertThat(world.machines.calls(Verb.SLEEP)).isZero();
  }

  @Test
  void lookingIsNoUseAndALongSilentCommandIs() {
    SandboxView made = world.make(task, "build");
    Gate running = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(task, "build", "make"));
    running.awaitReached();
    world.clock.advance(Duration.ofMinutes(2));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    running.open();
    command.join().orElseThrow();
    world.clock.advance(Duration.ofMinutes(29));
    world.sandboxes.get(task, "build").orElseThrow();
    world.sandboxes.list(task, null, null, null).orElseThrow();
    world.console.list(world.ada, null, null, null).orElseThrow();
    world.clock.advance(Duration.ofMinutes(1));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
  }

  @Test
  void aSweepEndsOnlyWhenNothingIsDue() {
    for (int number = 0; number < 45; number++) {
      world.make(task, "box " + number);
    }
    world.clock.advance(Timing.USUAL.idleAfter());
    assertThat(world.sweeper.sweep()).isEqualTo(45);
    assertThat(world.machines.calls(Verb.SLEEP)).isEqualTo(45);
  }

  @Test
  void aMoveThatAKilledServerLeftIsSettledAsTheBackendSays() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    Sandbox claimedByTheDead = claimedByTheDead(made);
    world.clock.advance(Timing.USUAL.wakeWithin().minusNanos(1000));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.WAKING)).isTrue();
    world.clock.advance(Duration.ofNanos(1000));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    assertThatThrownBy(
            () -> world.machines.wake(made.id().machine(), claimedByTheDead.generation()))
        .isInstanceOf(BackendException.StaleGeneration.class);
  }

  @Test
  void aServerThatStartsAloneSettlesAtOnceWhatAKilledOneLeft() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    claimedByTheDead(made);
    world.sweeper.takeOver();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    world.run(task, "build", "true").orElseThrow();
  }

  @Test
  void aCommandWhoseServerWasKilledEndsAtItsDeadlineAndWasUseUntilThen() {
    SandboxView made = world.make(task, "build");
    Gate dies = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(task, "build", "make"));
    dies.awaitReached();
    Duration counts = Timing.USUAL.countsFor(Duration.ofSeconds(60));
    world.clock.advance(counts.minusNanos(1000));
    world.sweeper.sweep();
    assertThat(lastVerdict()).isInstanceOf(Verdict.Running.class);

    world.clock.advance(Duration.ofNanos(1000));
    world.sweeper.sweep();

    assertThat(lastVerdict())
        .isEqualTo(
            new Verdict.Ended(
                new Outcome.Lost("The server that ran it went away."),
                counts,
                null,
                true,
                Output.NONE,
                Output.NONE));
    assertThat(world.row(made).running()).isEmpty();
    assertThat(world.row(made).lastUsed()).isEqualTo(World.BEGINNING.plus(counts));
    dies.open();
    command.join();
    assertThat(world.row(made).lastUsed()).isEqualTo(World.BEGINNING.plus(counts));
  }

  @Test
  void aSandboxWhoseCommandWasAbandonedIsIdleThirtyMinutesAfterItsDeadline() {
    SandboxView made = world.make(task, "build");
    Gate dies = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(task, "build", "make"));
    dies.awaitReached();
    world.clock.advance(
        Timing.USUAL
            .countsFor(Duration.ofSeconds(60))
            .plus(Timing.USUAL.idleAfter())
            .minusNanos(1000));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    world.clock.advance(Duration.ofNanos(1000));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    dies.open();
    command.join();
  }

  @Test
  void aServerThatStartsAloneEndsAtOnceTheCommandsThatAKilledOneLeft() {
    SandboxView made = world.make(task, "build");
    Gate dies = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(task, "build", "make"));
    dies.awaitReached();
    world.clock.advance(Duration.ofSeconds(3));

    world.sweeper.takeOver();

    assertThat(((Verdict.Ended) lastVerdict()).took()).isEqualTo(Duration.ofSeconds(3));
    assertThat(world.row(made).running()).isEmpty();
    assertThat(world.row(made).lastUsed()).isEqualTo(World.BEGINNING.plusSeconds(3));
    dies.open();
    command.join();
  }

  private Verdict lastVerdict() {
    List<Entry> all = world.activity.all();
    return all.get(all.size() - 1).verdict();
  }

  private Sandbox claimedByTheDead(SandboxView made) {
    return world
        .store
        .claim(
            made.id(),
            Guard.of(world.row(made)),
            new MachineState.OnTheWay(
                Move.WAKE, world.ports.now(), world.ports.now().plus(Timing.USUAL.wakeWithin())),
            "It was woken by a server that was killed.")
        .orElseThrow();
  }
}
