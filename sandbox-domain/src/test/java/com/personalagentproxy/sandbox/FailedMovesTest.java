package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * M5 and M7 through the entrances that agents and people use: what a failing backend leaves, and
 * who is told.
 */
class FailedMovesTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");

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

  @Lesson("CubeSandbox 1274")
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

  @Lesson("proliferate 1264")
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
  void aDeleteThatIsTriedAgainStillSaysWhoAskedForIt() {
    SandboxView made = world.make(task, "build");
    world.machines.failNext(Verb.DELETE);
    world.console.delete(world.ada, made.id().toString());
    world.machines.failNext(Verb.DELETE);
    world.clock.advance(Timing.USUAL.deleteWithin());
    world.sweeper.sweep();
    assertThat(world.row(made).reason()).isEqualTo("It was deleted by Ada.");
  }

  private Answer<SandboxView> create(String name, @Nullable String key) {
    return world.sandboxes.create(
        task, new CreateRequest(name, world.ownConnection(task).id().toString(), key));
  }
}
