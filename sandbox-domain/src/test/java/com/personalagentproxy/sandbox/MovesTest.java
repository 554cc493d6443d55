package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Call;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** M1–M5, M7, M8 and M10 through the entrances that agents and people use. */
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
  void aFailedMakeIsClearedUpAndItsNameIsFree() {
    world.machines.failNext(Verb.MAKE);
    Answer<SandboxView> failed =
        world.sandboxes.create(
            task, new CreateRequest("build", world.ownConnection(task).id().toString(), null));
    assertThat(sentence(failed))
        .isEqualTo(
            "Sandbox “build” could not be made: The backend was told to fail. Its name is free again. Try again later.");
    assertThat(world.machines.machines()).isEmpty();
    assertThat(world.make(task, "build").state()).isEqualTo(StateName.AWAKE);
  }

  @Test
  void aFailedMakeTellsItsReasonHoweverLongClearingUpTakes() {
    world.machines.failNext(Verb.MAKE);
    Gate clearingUp = world.machines.blockNext(Verb.DELETE);
    CompletableFuture<Answer<SandboxView>> made =
        CompletableFuture.supplyAsync(() -> create("build", null));
    clearingUp.awaitReached();
    assertThat(made.copy().completeOnTimeout(null, 600, TimeUnit.MILLISECONDS).join()).isNull();
    clearingUp.open();
    assertThat(sentence(made.join()))
        .contains("The backend was told to fail.")
        .contains("Its name is free again");
  }

  @Test
  void aFailedMakeThatIsNotClearedUpYetSaysSoToAllWhoAskForItsName() {
    world.machines.failNext(Verb.MAKE);
    world.machines.failNext(Verb.DELETE);
    assertThat(sentence(create("build", "key")))
        .contains("The backend was told to fail.")
        .contains("its name is free when that is done");
    assertThat(sentence(create("build", "key"))).contains("is being deleted");
    assertThat(sentence(create("build", null))).contains("is being deleted");
    world.clock.advance(Timing.USUAL.deleteWithin());
    world.sweeper.sweep();
    create("build", "key").orElseThrow();
  }

  @Test
  void aDeleteThatIsTriedAgainStillSaysWhoAskedForIt() {
    SandboxView made = world.make(task, "build");
    world.machines.failNext(Verb.DELETE);
    world.console.delete(world.ada, made.id().toString());
    world.machines.failNext(Verb.DELETE);
    world.clock.advance(Timing.USUAL.deleteWithin());
    world.sweeper.sweep();
    assertThat(world.row(made).reason()).isEqualTo("It was deleted by Ada.");
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
  void aFailedWakeGoesBackToAsleepAndKeepsTheReason() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    world.machines.failNext(Verb.WAKE);
    assertThat(sentence(world.run(task, "build", "true")))
        .isEqualTo(
            "Sandbox “build” could not be woken: The backend was told to fail. Its files are kept. Try again later.");
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.row(made).reason()).contains("The backend was told to fail.");
    assertThat(world.row(made).running()).isEmpty();
    assertThat(world.run(task, "build", "true").orElseThrow().woke()).isTrue();
  }

  @Test
  void aWakeWhoseAnswerIsLostIsSettledByAskingTheBackend() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    world.machines.loseNextAnswer(Verb.WAKE);
    world.sandboxes.wake(task, "build");
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    assertThat(world.run(task, "build", "true").orElseThrow().woke()).isFalse();
  }

  @Test
  void aFailedSleepGoesToWhatTheBackendSays() {
    SandboxView made = world.make(task, "build");
    world.machines.failNext(Verb.SLEEP);
    assertThat(sentence(world.sandboxes.sleep(task, "build")))
        .contains("could not be put to sleep");
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    world.machines.loseNextAnswer(Verb.SLEEP);
    world.sandboxes.sleep(task, "build");
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
  }

  @Test
  void aDeleteThatFailsStaysDeletingAndIsTriedAgainByTheSweeper() {
    SandboxView made = world.make(task, "build");
    world.machines.failNext(Verb.DELETE);
    assertThat(sentence(world.console.delete(world.ada, made.id().toString())))
        .contains("is not gone yet");
    assertThat(world.row(made).state().is(StateName.DELETING)).isTrue();
    assertThat(sentence(world.run(task, "build", "true"))).contains("is being deleted");
    world.clock.advance(Timing.USUAL.deleteWithin());
    world.sweeper.sweep();
    assertThat(world.store.find(made.id())).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
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

  private Answer<SandboxView> create(String name, @Nullable String key) {
    return world.sandboxes.create(
        task, new CreateRequest(name, world.ownConnection(task).id().toString(), key));
  }
}
