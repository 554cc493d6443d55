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
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.Between;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.PassingTime;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** L7 through the entrances that agents and people use: who may move what a task has. */
class LeasesAndMovesTest {

  private final World world = new World();
  private final Caller first = world.start(world.laptop, "Fix the flaky test");
  private final Caller second = world.start(world.phone, "Write the docs");
  private final SandboxView build = world.make(first, "build");

  private final LongCommands commands = new LongCommands(world);

  LeasesAndMovesTest() {
    world.connections.set(world.ownConnection(first).id(), Action.DELETE, true);
  }

  @Test
  void anotherTasksSleepAndDeleteAreRefusedLikeItsCommand() {
    world.run(first, "build", "true").orElseThrow();
    String refused = sentence(world.run(second, "build", "true"));
    assertThat(refused)
        .startsWith("Sandbox “build” is being used by the task “Fix the flaky test”");
    assertThat(sentence(world.sandboxes.sleep(second, "build"))).isEqualTo(refused);
    assertThat(sentence(world.sandboxes.delete(second, "build"))).isEqualTo(refused);
    assertThat(world.row(build).state().is(StateName.AWAKE)).isTrue();
  }

  @Test
  void anotherTasksSleepIsRefusedAtOnceWhileTheHoldersCommandWakesIt() {
    world.sandboxes.sleep(first, "build").orElseThrow();
    Gate waking = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<Answer<CommandResult>> command =
        Aside.calls(() -> world.run(first, "build", "true"));
    waking.awaitReached();
    Sandboxes impatient = new Sandboxes(Altered.passing(world.ports, new PassingTime()));
    assertThat(refusal(impatient.sleep(second, "build"))).isInstanceOf(Refusal.InUse.class);
    assertThat(refusal(impatient.delete(second, "build"))).isInstanceOf(Refusal.InUse.class);
    assertThat(refusal(impatient.sleep(first, "build"))).isInstanceOf(Refusal.CommandRunning.class);
    waking.open();
    command.join().orElseThrow();
  }

  @Test
  void theHolderAndItsSubTasksMayWhenNothingRuns() {
    world.run(first, "build", "true").orElseThrow();
    world.sandboxes.sleep(first, "build").orElseThrow();
    world.sandboxes.wake(first, "build").orElseThrow();
    Caller child = world.startBelow(first, world.phone, "Count the lines");
    world.sandboxes.sleep(child, "build").orElseThrow();
    world.sandboxes.delete(child, "build").orElseThrow();
    assertThat(world.store.find(build.id())).isEmpty();
  }

  @Test
  void anyTaskMayWhatNobodyHas() {
    world.run(first, "build", "true").orElseThrow();
    world.finish(first);
    world.sandboxes.sleep(second, "build").orElseThrow();
    world.sandboxes.delete(second, "build").orElseThrow();
  }

  @Test
  void theHolderMayNotWhileACommandOfItRuns() {
    LongCommands.Running running = commands.run(first, "build");
    String refused =
        "A command of your task still runs in sandbox “build”. Wait until it has ended, then try again.";
    assertThat(sentence(world.sandboxes.sleep(first, "build"))).isEqualTo(refused);
    assertThat(sentence(world.sandboxes.delete(first, "build"))).isEqualTo(refused);
    running.ends();
    world.sandboxes.sleep(first, "build").orElseThrow();
    world.sandboxes.delete(first, "build").orElseThrow();
  }

  @Test
  void theHolderMayNotWhileACommandOfASubTaskRunsNorTheSubTaskWhileTheHoldersDoes() {
    world.run(first, "build", "true").orElseThrow();
    Caller child = world.startBelow(first, world.phone, "Count the lines");
    LongCommands.Running childs = commands.run(child, "build");
    assertThat(refusal(world.sandboxes.sleep(first, "build")))
        .isInstanceOf(Refusal.CommandRunning.class);
    childs.ends();
    LongCommands.Running holders = commands.run(first, "build");
    assertThat(refusal(world.sandboxes.sleep(child, "build")))
        .isInstanceOf(Refusal.CommandRunning.class);
    holders.ends();
  }

  @Test
  void theHolderMayExactlyAtTheDeadlineOfACommandThatNeverEnded() {
    LongCommands.Running running = commands.run(first, "build");
    world.clock.advance(Timing.USUAL.countsFor(Duration.ofMinutes(1)).minusNanos(1000));
    assertThat(refusal(world.sandboxes.sleep(first, "build")))
        .isInstanceOf(Refusal.CommandRunning.class);
    world.clock.advance(Duration.ofNanos(1000));
    world.sandboxes.sleep(first, "build").orElseThrow();
    running.isEnded();
  }

  @Test
  void aPersonMayPutItToSleepAndWhatRunsIsEndedAndSaysByWhom() {
    LongCommands.Running one = commands.run(first, "build");
    LongCommands.Running other = commands.run(first, "build");
    world.console.sleep(world.ada, build.id().toString()).orElseThrow();
    assertThat(List.of(one.isEnded().outcome(), other.isEnded().outcome()))
        .containsOnly(new Outcome.Lost("It was put to sleep by Ada."));
    assertThat(world.row(build).running()).isEmpty();
  }

  @RepeatedTest(20)
  void aPersonMayDeleteItAndWhatRunsIsEndedAndSaysByWhom() {
    LongCommands.Running one = commands.run(first, "build");
    LongCommands.Running other = commands.run(first, "build");
    world.console.delete(world.ada, build.id().toString()).orElseThrow();
    assertThat(List.of(one.isEnded().outcome(), other.isEnded().outcome()))
        .containsOnly(new Outcome.Lost("It was deleted by Ada."));
    assertThat(world.store.find(build.id())).isEmpty();
  }

  @Test
  void anyPersonMayOnTheOrganizationsConnection() {
    world.share(Action.SEE, Action.USE);
    String shared = world.sharedConnection().id().toString();
    SandboxView lab =
        world.sandboxes.create(first, new CreateRequest("lab", shared, null)).orElseThrow();
    LongCommands.Running running = commands.run(first, "lab");
    world.console.sleep(world.bob, lab.id().toString()).orElseThrow();
    assertThat(running.isEnded().outcome())
        .isEqualTo(new Outcome.Lost("It was put to sleep by Bob."));
    world.console.wake(world.bob, lab.id().toString()).orElseThrow();
    world.console.delete(world.bob, lab.id().toString()).orElseThrow();
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
                  command.add(Aside.calls(() -> world.run(second, "build", "make")));
                  running.awaitReached();
                }));
    assertThat(refusal(late.sleep(first, "build"))).isInstanceOf(Refusal.InUse.class);
    assertThat(world.row(build).state().is(StateName.AWAKE)).isTrue();
    running.open();
    assertThat(command.get(0).join()).isInstanceOf(Answer.Done.class);
  }
}
