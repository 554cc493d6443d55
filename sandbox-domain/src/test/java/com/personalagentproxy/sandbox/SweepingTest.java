package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Call;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.world.Between;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  @Lesson("E2B infra 2100")
  @Test
  void aCommandThatComesBeforeTheSweepersClaimKeepsItAwake() {
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
  void aCommandThatAKilledServerLeftIsTakenToHaveEndedAtItsDeadlineAndNotBefore() {
    SandboxView made = world.make(task, "build");
    Instant deadline = world.ports.now().plus(Timing.USUAL.countsFor(Duration.ofMinutes(2)));
    TaskId holder = SomeSandbox.someTask();
    RunningCommand left = SomeSandbox.command(holder, deadline);
    Instant now = world.ports.now();
    Entry entry = SomeEntry.of(left, world.row(made));
    assertThat(
            world.store.admit(
                new Admission.Take(made.id(), 0, new Lease(holder, now), left, entry, now)))
        .isInstanceOf(SandboxStore.Admitted.In.class);
    world.clock.set(deadline.plus(Timing.USUAL.idleAfter()).minusNanos(1000));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    world.clock.advance(Duration.ofNanos(1000));
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
  }

  @Lesson({"microsandbox 934, 937; Cloudflare 101", "Coder 12304, 12012"})
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

  /** OpenSandbox 1200: expiry lived in a timer of the process, and nothing swept after it. */
  @Lesson("OpenSandbox 1200")
  @Test
  void aServerThatHasJustStartedPutsToSleepWhatAnotherWasToPutToSleep() {
    SandboxView made = world.make(task, "build");
    world.clock.advance(Timing.USUAL.idleAfter().multipliedBy(3));
    new Sweeper(world.ports).sweep();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
  }

  /** Daytona 2236, 3294: stuck while starting, and refused to be deleted. */
  @Lesson("Daytona 2236, 3294")
  @ParameterizedTest
  @EnumSource(Move.class)
  void whateverAKilledServerLeftHalfDoneHasAWayOutAndCanBeDeletedAtOnce(Move move) {
    SandboxId stuck = leftHalfDone(move, "stuck");
    SandboxId unwanted = leftHalfDone(move, "unwanted");
    if (move != Move.DELETE) {
      world.console.delete(world.ada, unwanted.toString()).orElseThrow();
      assertThat(world.store.find(unwanted)).isEmpty();
    }
    world.clock.advance(Duration.ofMinutes(3));
    world.sweeper.sweep();
    assertThat(world.store.find(stuck).filter(row -> row.state().name().isOnTheWay())).isEmpty();
    if (move == Move.MAKE || move == Move.DELETE) {
      assertThat(world.store.find(stuck)).isEmpty();
      assertThat(world.machines.machines()).isEmpty();
      world.make(task, "stuck");
    } else {
      world.run(task, "stuck", "true").orElseThrow();
    }
  }

  private SandboxId leftHalfDone(Move move, String name) {
    if (move == Move.MAKE) {
      Sandbox row = SomeSandbox.creating(world.ownConnection(task).id(), name, world.ports.now());
      world.store.add(row);
      return row.id();
    }
    SandboxView made = world.make(task, name);
    if (move == Move.WAKE) {
      world.sandboxes.sleep(task, name).orElseThrow();
    }
    return claimedByTheDead(made, move).id();
  }

  @Test
  void aDeleteThatWasBegunIsTriedAgainAtAHigherGenerationUntilTheBackendSaysThatItIsGone() {
    SandboxView made = world.make(task, "build");
    claimedByTheDead(made, Move.DELETE);
    for (int time = 0; time < 3; time++) {
      world.machines.failNext(Verb.DELETE);
      world.clock.advance(Timing.USUAL.deleteWithin());
      world.sweeper.sweep();
      assertThat(world.row(made).state().is(StateName.DELETING)).isTrue();
    }
    world.clock.advance(Timing.USUAL.deleteWithin());
    world.sweeper.sweep();
    assertThat(world.store.find(made.id())).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
    assertThat(world.machines.calls().stream().filter(call -> call.verb() == Verb.DELETE))
        .extracting(Call::generation)
        .containsExactlyElementsOf(
            IntStream.of(3, 4, 5, 6).mapToObj(number -> new Generation(number)).toList());
  }

  @Lesson("Daytona 2236, 3294")
  @Test
  void aMoveThatAKilledServerLeftIsSettledAsTheBackendSays() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    Sandbox claimedByTheDead = claimedByTheDead(made, Move.WAKE);
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
    claimedByTheDead(made, Move.WAKE);
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
                new Outcome.Lost("No answer came from where it ran."),
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

  private Sandbox claimedByTheDead(SandboxView made, Move move) {
    return world
        .store
        .claim(
            made.id(),
            Guard.of(world.row(made)),
            new MachineState.OnTheWay(
                move, world.ports.now(), world.ports.now().plus(Timing.USUAL.wakeWithin())),
            "It was moved by a server that was killed.")
        .orElseThrow();
  }
}
