package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.SettledMoves;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.PassingTime;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** X9, M10 and M11: commands that don't come to a good end, and what is said of them. */
class AttemptTest {

  private final World world = new World();
  private final Caller laptop = own(world.laptop);
  private final SandboxView build = world.make(laptop, "build");

  @Test
  void aMachineThatIsFoundAsleepEachTimeIsTriedThreeTimes() {
    world.machines.runs(
        (machine, command) -> {
          throw new BackendException.MachineAsleep(machine);
        });

    assertThat(sentence(world.run(laptop, "build", "true")))
        .isEqualTo(
            "The command was not run in sandbox “build”: Machine %s is asleep. Try again later."
                .formatted(build.id()));

    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(3);
    assertThat(world.row(build).running()).isEmpty();
  }

  @Test
  void aCommandWhoseAnswerIsLostSaysWhatIsKnown() {
    world.machines.loseNextAnswer(Verb.RUN);

    assertThat(world.run(laptop, "build", "true").orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost("The backend was told to give no answer."));
  }

  @Test
  void aMachineThatIsGoneLeavesTheReasonOnTheSandbox() {
    world.machines.lose(build.id().machine());

    assertThat(world.run(laptop, "build", "true")).isInstanceOf(Answer.Refused.class);

    assertThat(world.row(build).reason())
        .isEqualTo("The backend has no machine %s any more.".formatted(build.id()));
  }

  @Test
  void aMachineThatAPersonsDeleteTookAwayIsBeingDeleted() {
    beforeItRuns(
        () -> {
          claim(Move.DELETE, "It was deleted by Ada.");
          world.machines.lose(build.id().machine());
        });

    assertThat(sentence(world.run(laptop, "build", "true")))
        .startsWith("Sandbox “build” is being deleted: It was deleted by Ada.");
    assertThat(world.row(build).running()).isEmpty();
  }

  @Test
  void aMachineWhoseSandboxIsGoneWasDeletedMeanwhile() {
    beforeItRuns(
        () -> {
          Sandbox deleting = claim(Move.DELETE, "It was deleted by Ada.");
          world.machines.lose(build.id().machine());
          world.store.remove(deleting.id(), deleting.generation());
        });

    assertThat(sentence(world.run(laptop, "build", "true")))
        .startsWith("Sandbox “build” was deleted meanwhile.");
  }

  @Test
  void aMachineThatIsGoneWhileAnotherMovesItIsLostThoughTheRowDoesNotSaySoYet() {
    beforeItRuns(
        () -> {
          claim(Move.SLEEP, "It was put to sleep by Ada.");
          world.machines.lose(build.id().machine());
        });

    assertThat(sentence(world.run(laptop, "build", "true")))
        .startsWith(
            "The machine of sandbox “build” is lost: The backend has no machine %s any more."
                .formatted(build.id()));
    assertThat(world.row(build).state().is(StateName.FALLING_ASLEEP)).isTrue();
  }

  @Test
  void theRowSaysWhyItWasWokenAgain() {
    world.machines.restart();
    world.run(laptop, "build", "true").orElseThrow();
    assertThat(world.row(build).reason()).isEqualTo("It was found asleep, and woken by a command.");

    world.machines.wake(build.id().machine(), new Generation(40));
    world.run(laptop, "build", "true").orElseThrow();
    assertThat(world.row(build).reason()).isEqualTo("It was woken by a command.");
  }

  @Test
  @Timeout(30)
  void whoWaitsForACommandToEndGetsNotice() throws InterruptedException {
    LongCommands.Running running = new LongCommands(world).run(laptop, "build");
    SettledMoves.Watch watch = world.ports.settledMoves().watch(build.id());

    running.ends();

    watch.await(Duration.ofDays(1));
  }

  @Test
  void oneThatWaitedForAMinuteRunsAndOneThatWaitedLongerDoesNot() {
    PassingTime time = new PassingTime();
    Sandboxes server =
        new Sandboxes(
            Altered.background(Altered.passing(world.ports, time), Background.on(Runnable::run)));
    Duration minute = Timing.USUAL.waitAtMost();

    world.sandboxes.sleep(laptop, "build").orElseThrow();
    world.machines.beforeEach(Verb.WAKE, () -> time.passes(minute));
    assertThat(runs(server).orElseThrow().wakeTook()).isEqualTo(minute);

    world.sandboxes.sleep(laptop, "build").orElseThrow();
    world.machines.beforeEach(Verb.WAKE, () -> time.passes(minute.plusNanos(1)));
    assertThat(World.sentence(runs(server)))
        .isEqualTo(
            "It took too long until sandbox “build” was awake, so the command was not run. Make the call again.");
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
    assertThat(world.row(build).running()).isEmpty();
  }

  private Answer<CommandResult> runs(Sandboxes server) {
    return server.run(laptop, new CommandRequest("build", "true", null, null, null));
  }

  private void beforeItRuns(Runnable deed) {
    world.machines.beforeEach(Verb.RUN, deed);
  }

  private Sandbox claim(Move move, String reason) {
    return world
        .store
        .claim(
            build.id(),
            Guard.of(world.row(build)),
            SomeSandbox.onTheWay(move, world.clock.instant()),
            reason)
        .orElseThrow();
  }

  @Test
  void whoeverIsInterruptedIsToldThatNothingIsKnownAndTheCommandGoesOn()
      throws InterruptedException {
    Gate running = world.machines.blockNext(Verb.RUN);
    List<String> told = new ArrayList<>();
    List<Boolean> interrupted = new ArrayList<>();
    Thread caller =
        new Thread(
            () -> {
              told.add(sentence(world.run(laptop, "build", "make")));
              interrupted.add(Thread.currentThread().isInterrupted());
            });
    caller.start();
    running.awaitReached();

    caller.interrupt();
    caller.join();

    assertThat(told)
        .containsExactly(
            "The server is stopping, so it isn't known what became of the command. Look in the sandbox before you run it again.");
    assertThat(interrupted).containsExactly(true);
    assertThat(world.row(build).running()).hasSize(1);
    running.open();
  }
}
