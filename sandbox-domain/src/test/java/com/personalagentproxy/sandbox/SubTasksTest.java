package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** L4 through the entrance that agents use. */
class SubTasksTest {

  private final World world = new World();
  private final Caller first = world.start(world.laptop, "Fix the flaky test");

  SubTasksTest() {
    world.make(first, "build");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 50})
  void aSubTaskOfTheHolderAtAnyDepthWorksInItAndTheHolderStaysTheHolder(int depth) {
    world.run(first, "build", "true").orElseThrow();
    Caller deep = below(first, depth);
    assertThat(world.run(deep, "build", "true").orElseThrow().tookLease()).isFalse();
    assertThat(holdersTitle()).isEqualTo("Fix the flaky test");
    world.run(first, "build", "true").orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 50})
  void whatASubTaskTookIsRefusedToEachTaskAboveIt(int depth) {
    Caller middle = world.startBelow(first, world.laptop, "Look at the log");
    Caller deep = below(middle, depth);
    world.run(deep, "build", "true").orElseThrow();
    assertThat(sentence(world.run(middle, "build", "true"))).contains("“Level " + depth + "”");
    assertThat(sentence(world.run(first, "build", "true"))).contains("“Level " + depth + "”");
  }

  @Test
  void whatASubTaskTookIsItsParentsToTakeOnceItIsFinished() {
    Caller child = world.startBelow(first, world.laptop, "Look at the log");
    world.run(child, "build", "true").orElseThrow();
    assertThat(refusal(world.run(first, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    world.finish(child);
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void whatASubTaskTookIsItsParentsToTakeExactlyTwentyMinutesLater() {
    Caller child = world.startBelow(first, world.laptop, "Look at the log");
    world.run(child, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(20).minusNanos(1000));
    assertThat(refusal(world.run(first, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    world.clock.advance(Duration.ofNanos(1000));
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void whatASubTaskTookIsRefusedToTheOneBesideIt() {
    Caller child = world.startBelow(first, world.laptop, "Look at the log");
    Caller beside = world.startBelow(first, world.laptop, "Count the lines");
    world.run(child, "build", "true").orElseThrow();
    assertThat(sentence(world.run(beside, "build", "true"))).contains("“Look at the log”");
  }

  @Test
  void subTasksBesideEachOtherBothWorkInWhatTheirParentHas() {
    world.run(first, "build", "true").orElseThrow();
    world
        .run(world.startBelow(first, world.laptop, "Look at the log"), "build", "true")
        .orElseThrow();
    world
        .run(world.startBelow(first, world.phone, "Count the lines"), "build", "true")
        .orElseThrow();
    assertThat(holdersTitle()).isEqualTo("Fix the flaky test");
  }

  @Test
  void aSubTaskOfAHolderThatWasFinishedTakesItForItself() {
    Caller child = world.startBelow(first, world.laptop, "Look at the log");
    world.run(first, "build", "true").orElseThrow();
    world.finish(first);
    assertThat(world.run(child, "build", "true").orElseThrow().tookLease()).isTrue();
    assertThat(holdersTitle()).isEqualTo("Look at the log");
  }

  @Test
  void anotherAgentsTaskIsNotFoundInAnyCall() {
    Caller stolen = new Caller(world.phone, "test client", first.task());
    for (Answer<?> answer :
        List.of(
            world.run(stolen, "build", "true"),
            world.sandboxes.get(stolen, "build"),
            world.sandboxes.list(stolen, null, null, null),
            world.sandboxes.sleep(stolen, "build"),
            world.sandboxes.wake(stolen, "build"),
            world.sandboxes.create(stolen, new CreateRequest("docs", null, null)),
            world.sandboxes.finishTask(world.phone, first.task()))) {
      assertThat(refusal(answer)).isInstanceOf(Refusal.NotFound.class);
    }
  }

  @Test
  void aSubTaskMayBeAnotherAgentsOfTheSameMember() {
    world.run(first, "build", "true").orElseThrow();
    Caller phones = world.startBelow(first, world.phone, "Count the lines");
    assertThat(world.run(phones, "build", "true").orElseThrow().tookLease()).isFalse();
  }

  @Test
  void anotherAgentsSubTaskNeedsUseItself() {
    world.run(first, "build", "true").orElseThrow();
    Caller phones = world.startBelow(first, world.phone, "Count the lines");
    ConnectionId connection = world.ownConnection(phones).id();
    world.connections.set(world.phone.id(), connection, Action.USE, false);
    assertThat(refusal(world.run(phones, "build", "true"))).isInstanceOf(Refusal.NotAllowed.class);
    world.run(first, "build", "true").orElseThrow();
    world.connections.unset(world.phone.id(), connection, Action.USE);
    world.run(phones, "build", "true").orElseThrow();
  }

  @Test
  void aSubTaskOfAnotherMembersTaskIsNotFound() {
    assertThat(refusal(world.sandboxes.startTask(world.bobs, "Sneak in", first.task())))
        .isInstanceOf(Refusal.NotFound.class);
  }

  @Test
  void aSubTaskOfAFinishedTaskIsNotStarted() {
    world.finish(first);
    assertThat(refusal(world.sandboxes.startTask(world.laptop, "Go on", first.task())))
        .isInstanceOf(Refusal.TaskFinished.class);
  }

  /** The lowest of so many tasks below each other; its title is its level. */
  private Caller below(Caller top, int depth) {
    Caller lowest = top;
    for (int level = 1; level <= depth; level++) {
      lowest =
          world.startBelow(lowest, level % 2 == 0 ? world.laptop : world.phone, "Level " + level);
    }
    return lowest;
  }

  private @Nullable String holdersTitle() {
    SandboxView seen = world.sandboxes.get(World.own(world.phone), "build").orElseThrow();
    return seen.user() == null ? null : seen.user().title();
  }
}
