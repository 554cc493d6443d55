package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Call;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * M1–M3, M7 and M10 through the entrances that agents and people use: moves that go well, or join,
 * or cross.
 */
class MovesTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");

  @Test
  void makingAsksTheBackendOnceAndLeavesItAwake() {
    SandboxView made = world.make(task, "build");
    assertThat(made.state()).isEqualTo(StateName.AWAKE);
    assertThat(made.reason()).isEqualTo("It was made by agent Ada's laptop.");
    assertThat(world.machines.calls())
        .containsExactly(new Call(Verb.MAKE, made.id().machine(), Generation.FIRST));
  }

  @Test
  void everyMoveRaisesTheGenerationThatTheBackendIsTold() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    world.sandboxes.wake(task, "build").orElseThrow();
    world.console.delete(world.ada, made.id().toString()).orElseThrow();
    assertThat(world.machines.calls().stream().map(Call::generation))
        .containsExactlyElementsOf(
            Stream.of(1, 2, 3, 4).map(number -> new Generation(number)).toList());
    assertThat(world.store.find(made.id())).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
  }

  @Test
  void aCommandWakesItAndSaysSo() {
    SandboxView made = world.make(task, "build");
    assertThat(world.run(task, "build", "true").orElseThrow().woke()).isFalse();
    world.sandboxes.sleep(task, "build").orElseThrow();
    CommandResult result = world.run(task, "build", "true").orElseThrow();
    assertThat(result.woke()).isTrue();
    assertThat(world.row(made).reason())
        .isEqualTo("It was woken by a command of the task “Fix the flaky test”.");
    assertThat(world.run(task, "build", "true").orElseThrow().woke()).isFalse();
  }

  @Test
  void aHundredCommandsOnASleepingSandboxWakeItOnce() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    Gate waking = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<Void> opened =
        CompletableFuture.runAsync(
            () -> {
              waking.awaitReached();
              while (world.row(made).running().size() < 100) {
                Thread.onSpinWait();
              }
              waking.open();
            });
    List<Answer<CommandResult>> results = Race.of(100, runner -> world.run(task, "build", "true"));
    opened.join();
    assertThat(results).allSatisfy(result -> assertThat(result.orElseThrow().woke()).isTrue());
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(1);
  }

  @Test
  void aCommandOnOneThatIsFallingAsleepWaitsThenWakesIt() {
    world.make(task, "build");
    Gate sleeping = world.machines.blockNext(Verb.SLEEP);
    CompletableFuture<Answer<SandboxView>> sleep =
        CompletableFuture.supplyAsync(() -> world.sandboxes.sleep(task, "build"));
    sleeping.awaitReached();
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(task, "build", "true"));
    assertThat(command).isNotDone();
    sleeping.open();
    assertThat(command.join().orElseThrow().woke()).isTrue();
    sleep.join().orElseThrow();
  }

  @Test
  void aSleepWhileFallingAsleepSharesTheFirstsResult() {
    SandboxView made = world.make(task, "build");
    Gate sleeping = world.machines.blockNext(Verb.SLEEP);
    CompletableFuture<Answer<SandboxView>> agents =
        CompletableFuture.supplyAsync(() -> world.sandboxes.sleep(task, "build"));
    sleeping.awaitReached();
    CompletableFuture<Answer<SandboxView>> persons =
        CompletableFuture.supplyAsync(() -> world.console.sleep(world.ada, made.id().toString()));
    sleeping.open();
    assertThat(agents.join().orElseThrow().state()).isEqualTo(StateName.ASLEEP);
    assertThat(persons.join().orElseThrow().state()).isEqualTo(StateName.ASLEEP);
    assertThat(world.machines.calls(Verb.SLEEP)).isEqualTo(1);
  }

  @Test
  void aDeleteDuringWakeWinsAndLeavesNothing() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    Gate waking = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(task, "build", "true"));
    waking.awaitReached();
    world.console.delete(world.ada, made.id().toString()).orElseThrow();
    waking.open();
    assertThat(refusal(command.join()))
        .isInstanceOfAny(Refusal.NotFound.class, Refusal.WrongState.class);
    assertThat(world.store.find(made.id())).isEmpty();
    assertThat(world.machines.inspect(made.id().machine())).isEqualTo(Condition.ABSENT);
  }

  @Test
  void whoWaitsTooLongIsToldTheStateAndToTryAgain() {
    World impatient = new World(Timing.USUAL.waitAtMost(Duration.ofMillis(50)), null);
    Caller caller = impatient.start(impatient.laptop, "Hurry");
    SandboxView made = impatient.make(caller, "build");
    Gate sleeping = impatient.machines.blockNext(Verb.SLEEP);
    assertThat(sentence(impatient.sandboxes.sleep(caller, "build")))
        .isEqualTo("Sandbox “build” is still falling asleep. Try again in a few seconds.");
    sleeping.open();
    assertThat(impatient.row(made).running()).isEmpty();
  }

  @Test
  void aMachineFoundAsleepIsWokenAndTheCommandRuns() {
    SandboxView made = world.make(task, "build");
    world.machines.restart();
    CommandResult result = world.run(task, "build", "true").orElseThrow();
    assertThat(result.woke()).isTrue();
    assertThat(result.outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(world.row(made).generation()).isEqualTo(new Generation(2));
  }

  @Test
  void aMachineThatIsGoneForGoodIsLostAndCanBeDeleted() {
    SandboxView made = world.make(task, "build");
    world.machines.lose(made.id().machine());
    assertThat(sentence(world.run(task, "build", "true"))).contains("has no machine");
    assertThat(world.row(made).state().is(StateName.LOST)).isTrue();
    assertThat(sentence(world.run(task, "build", "true"))).contains("is lost").contains("Delete");
    world.console.delete(world.ada, made.id().toString()).orElseThrow();
    assertThat(world.store.find(made.id())).isEmpty();
  }

  @Test
  void aPersonsSleepEndsWhatRunsAndItsResultSaysByWhom() {
    SandboxView made = world.make(task, "build");
    Gate running = new Gate();
    world.machines.runs(
        (machine, command) -> {
          running.pass();
          return Ran.printing("late");
        });
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(task, "build", "sleep 100"));
    running.awaitReached();
    world.console.sleep(world.ada, made.id().toString()).orElseThrow();
    assertThat(command.join().orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost("It was put to sleep by Ada."));
    running.open();
  }

  @Test
  void agentsMayDeleteOnlyWhereThatIsOn() {
    SandboxView made = world.make(task, "build");
    assertThat(sentence(world.sandboxes.delete(task, "build")))
        .isEqualTo(
            "Deleting sandboxes is off for agents on the connection “Sandboxes of Ada”."
                + " Ask the member it belongs to to turn “delete” on there, then try again.");
    world
        .console
        .set(world.ada, made.connection().id().toString(), Action.DELETE, true)
        .orElseThrow();
    world.sandboxes.delete(task, "build").orElseThrow();
    assertThat(world.store.find(made.id())).isEmpty();
  }
}
