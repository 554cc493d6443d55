package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.Between;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** L1–L9 through the entrance that agents use. */
class LeasesTest {

  private final World world = new World();
  private final Caller first = world.start(world.laptop, "Fix the flaky test");
  private final Caller second = world.start(world.phone, "Write the docs");
  private final SandboxView build = world.make(first, "build");

  @Test
  void theFirstCommandTakesItAndTheNextKeepsIt() {
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isTrue();
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isFalse();
    assertThat(holdersTitle()).isEqualTo("Fix the flaky test");
  }

  @Test
  void anotherTaskIsToldWhoHasItAndWhatToDo() {
    world.run(first, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(3));
    assertThat(sentence(world.run(second, "build", "true")))
        .isEqualTo(
            "Sandbox “build” is being used by the task “Fix the flaky test” (agent Ada's laptop), which last worked in it"
                + " 3 minutes ago. Wait until that task is finished or has been left for twenty minutes, use another"
                + " sandbox, or make one with sandboxes_create.");
  }

  @Test
  void aRefusedCommandWakesNothing() {
    world.run(first, "build", "true").orElseThrow();
    world.sandboxes.sleep(first, "build").orElseThrow();
    int wakes = world.machines.calls(Verb.WAKE);
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    assertThat(world.row(build).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(wakes);
  }

  @Test
  void afterTwentyMinutesWithoutActivityAnotherTaskTakesIt() {
    world.run(first, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(20).minusNanos(1000));
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    world.clock.advance(Duration.ofNanos(1000));
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void aTaskThatComesBackFindsItTakenByWhoeverTookItMeanwhile() {
    world.run(first, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(20));
    world.run(second, "build", "true").orElseThrow();
    assertThat(sentence(world.run(first, "build", "true"))).contains("“Write the docs”");
  }

  @Test
  void aTaskThatComesBackKeepsWhatNobodyTook() {
    world.run(first, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofHours(5));
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isFalse();
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
  }

  @Test
  void speakingForATaskIsActivity() {
    world.run(first, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(19));
    world.sandboxes.list(first, null, null, null).orElseThrow();
    world.clock.advance(Duration.ofMinutes(19));
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
  }

  @Test
  void finishingFreesItAtOnce() {
    world.run(first, "build", "true").orElseThrow();
    world.finish(first);
    assertThat(holdersTitle()).isNull();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void aFinishedTaskIsRefused() {
    world.finish(first);
    assertThat(sentence(world.run(first, "build", "true")))
        .isEqualTo(
            "The task “Fix the flaky test” is finished, and a finished task can't be worked on. Start another with tasks_start.");
  }

  @Test
  void aSubTaskWorksInItAtAnyDepthAndTheHolderStays() {
    world.run(first, "build", "true").orElseThrow();
    Caller child = world.startBelow(first, world.laptop, "Look at the log");
    Caller grandchild = world.startBelow(child, world.phone, "Count the lines");
    assertThat(world.run(grandchild, "build", "true").orElseThrow().tookLease()).isFalse();
    assertThat(holdersTitle()).isEqualTo("Fix the flaky test");
  }

  @Test
  void whatASubTaskTookIsRefusedToItsParentWhileItIsUnderWay() {
    Caller child = world.startBelow(first, world.laptop, "Look at the log");
    world.run(child, "build", "true").orElseThrow();
    assertThat(sentence(world.run(first, "build", "true"))).contains("“Look at the log”");
    world.finish(child);
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void activityOfASubTaskIsActivityOfThoseAboveIt() {
    world.run(first, "build", "true").orElseThrow();
    Caller child = world.startBelow(first, world.laptop, "Look at the log");
    world.clock.advance(Duration.ofMinutes(19));
    world.run(child, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(19));
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
  }

  @Test
  void aCommandThatRunsKeepsItForATaskThatWasFinishedMeanwhile() {
    Gate running = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(first, "build", "make"));
    running.awaitReached();
    world.finish(first);
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    running.open();
    command.join().orElseThrow();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void anotherTaskMayNeitherPutItToSleepNorDeleteIt() {
    world.connections.set(world.ownConnection(first).id(), Action.DELETE, true);
    world.run(first, "build", "true").orElseThrow();
    assertThat(refusal(world.sandboxes.sleep(second, "build"))).isInstanceOf(Refusal.InUse.class);
    assertThat(refusal(world.sandboxes.delete(second, "build"))).isInstanceOf(Refusal.InUse.class);
    assertThat(world.row(build).state().is(StateName.AWAKE)).isTrue();
  }

  @Test
  void theHolderMayNotPutItToSleepWhileItsCommandRuns() {
    Gate running = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(first, "build", "make"));
    running.awaitReached();
    assertThat(sentence(world.sandboxes.sleep(first, "build")))
        .isEqualTo(
            "A command of your task still runs in sandbox “build”. Wait until it has ended, then try again.");
    running.open();
    command.join().orElseThrow();
    world.sandboxes.sleep(first, "build").orElseThrow();
  }

  @Test
  void aCommandBetweenAnAgentsLookAndItsClaimRefusesTheSleep() {
    Gate running = world.machines.blockNext(Verb.RUN);
    List<CompletableFuture<Answer<CommandResult>>> command = new ArrayList<>();
    Sandboxes late =
        new Sandboxes(
            Between.lookAndClaim(
                world.ports,
                () -> {
                  command.add(
                      CompletableFuture.supplyAsync(() -> world.run(second, "build", "make")));
                  running.awaitReached();
                }));
    assertThat(refusal(late.sleep(first, "build"))).isInstanceOf(Refusal.InUse.class);
    assertThat(world.row(build).state().is(StateName.AWAKE)).isTrue();
    running.open();
    assertThat(command.get(0).join()).isInstanceOf(Answer.Done.class);
  }

  @Test
  void ofTwoTasksAtTheSameMomentOneGetsItAndTheOtherIsTold() {
    for (int round = 0; round < 50; round++) {
      String name = "race " + round;
      world.make(first, name);
      List<Answer<CommandResult>> both =
          Race.of(2, runner -> world.run(runner == 0 ? first : second, name, "true"));
      assertThat(both).filteredOn(answer -> answer instanceof Answer.Done).hasSize(1);
      assertThat(both)
          .filteredOn(answer -> answer instanceof Answer.Refused)
          .singleElement()
          .satisfies(answer -> assertThat(refusal(answer)).isInstanceOf(Refusal.InUse.class));
    }
  }

  @Test
  void anotherAgentsTaskIsNotFound() {
    Caller stolen = new Caller(world.phone, "test client", first.task());
    assertThat(refusal(world.run(stolen, "build", "true"))).isInstanceOf(Refusal.NotFound.class);
    assertThat(refusal(world.sandboxes.finishTask(world.phone, first.task())))
        .isInstanceOf(Refusal.NotFound.class);
  }

  @Test
  void aSubTaskOfAnotherMembersTaskIsNotFound() {
    assertThat(refusal(world.sandboxes.startTask(world.bobs, "Sneak in", first.task())))
        .isInstanceOf(Refusal.NotFound.class);
  }

  @Test
  void anAgentThatNamesNoTaskHasOneOfItsOwn() {
    CommandResult result = world.run(World.own(world.laptop), "build", "true").orElseThrow();
    assertThat(result.tookLease()).isTrue();
    assertThat(holdersTitle()).isEqualTo("test client");
    assertThat(world.run(World.own(world.laptop), "build", "true").orElseThrow().task())
        .isEqualTo(result.task());
  }

  private @Nullable String holdersTitle() {
    SandboxView seen = world.sandboxes.get(World.own(world.phone), "build").orElseThrow();
    return seen.user() == null ? null : seen.user().title();
  }
}
