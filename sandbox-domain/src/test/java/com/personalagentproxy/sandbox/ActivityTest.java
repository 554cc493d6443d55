package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
/** L8 through the entrance that agents use: what is activity, and when a task is left open. */
class ActivityTest {

  private static final Duration TWENTY_MINUTES = Duration.ofMinutes(20);
  private static final Duration MICROSECOND = Duration.ofNanos(1000);

  private final World world = new World();
  private final Caller first = world.start(world.laptop, "Fix the flaky test");
  private final Caller second = world.start(world.phone, "Write the docs");

  ActivityTest() {
    world.connections.set(world.ownConnection(first).id(), Action.DELETE, true);
    world.make(first, "spare");
    world.make(first, "build");
    world.run(first, "build", "true").orElseThrow();
  }

  /** What an agent does for its task. */
  enum Activity {
    STARTS_A_SUB_TASK,
    RUNS_A_COMMAND,
    LISTS,
    READS,
    MAKES,
    WAKES,
    PUTS_TO_SLEEP,
    DELETES,
    RUNS_A_COMMAND_FOR_A_SUB_TASK,
    SPEAKS_FOR_A_SUB_TASK,
    SPEAKS_FOR_ONE_FAR_BELOW,
    FINISHES_A_SUB_TASK
  }

  @ParameterizedTest
  @EnumSource
  void eachKeepsTheTaskUnderWayForTwentyMinutesExactly(Activity activity) {
    Caller child = world.startBelow(first, world.phone, "Count the lines");
    Caller grandchild = world.startBelow(child, world.laptop, "Sort them");
    world.clock.advance(Duration.ofMinutes(15));
    switch (activity) {
      case STARTS_A_SUB_TASK -> world.startBelow(first, world.phone, "Look at the log");
      case RUNS_A_COMMAND -> world.run(first, "build", "true").orElseThrow();
      case LISTS -> world.sandboxes.list(first, null, null, null).orElseThrow();
      case READS -> world.sandboxes.get(first, "spare").orElseThrow();
      case MAKES -> world.make(first, "another");
      case WAKES -> world.sandboxes.wake(first, "spare").orElseThrow();
      case PUTS_TO_SLEEP -> world.sandboxes.sleep(first, "spare").orElseThrow();
      case DELETES -> world.sandboxes.delete(first, "spare").orElseThrow();
      case RUNS_A_COMMAND_FOR_A_SUB_TASK -> world.run(child, "build", "true").orElseThrow();
      case SPEAKS_FOR_A_SUB_TASK -> world.sandboxes.get(child, "spare").orElseThrow();
      case SPEAKS_FOR_ONE_FAR_BELOW -> world.sandboxes.get(grandchild, "spare").orElseThrow();
      case FINISHES_A_SUB_TASK -> world.finish(child);
    }
    isLeftOpenInExactly(TWENTY_MINUTES);
  }

  @Test
  void theStartOfACommandIsAndItsEndIsAgain() {
    world.clock.advance(Duration.ofMinutes(15));
    LongCommands.Running running = new LongCommands(world).run(first, "build", 120);
    assertThat(world.tasks.find(World.taskOf(first)).orElseThrow().lastActive())
        .isEqualTo(world.clock.instant());
    world.clock.advance(Duration.ofMinutes(2));
    running.ends();
    isLeftOpenInExactly(TWENTY_MINUTES);
  }

  @Test
  void aTaskIsNotLeftOpenWhileACommandOfItCounts() {
    world.clock.advance(TWENTY_MINUTES.minus(MICROSECOND));
    LongCommands.Running running = new LongCommands(world).run(first, "build", 120);
    Duration longest = Timing.USUAL.countsFor(Duration.ofSeconds(120));
    for (Duration passed = Duration.ZERO;
        passed.compareTo(longest) <= 0;
        passed = passed.plusSeconds(10)) {
      assertThat(stateOfFirst()).isEqualTo(Task.State.UNDER_WAY);
      world.clock.advance(Duration.ofSeconds(10));
    }
    running.ends();
    isLeftOpenInExactly(TWENTY_MINUTES);
  }

  @Test
  void theEndOfASubTasksCommandIsActivityOfAllAboveIt() {
    Caller child = world.startBelow(first, world.phone, "Count the lines");
    Caller grandchild = world.startBelow(child, world.laptop, "Sort them");
    LongCommands.Running running = new LongCommands(world).run(grandchild, "build", 120);
    world.clock.advance(Duration.ofMinutes(2));
    running.ends();
    isLeftOpenInExactly(TWENTY_MINUTES);
  }

  @Test
  void aCallThatIsRefusedSinceAnotherTaskHasItIsActivityOfWhoeverAsked() {
    world.make(second, "docs");
    world.run(second, "docs", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(15));
    assertThat(refusal(world.run(first, "docs", "true"))).isInstanceOf(Refusal.InUse.class);
    isLeftOpenInExactly(TWENTY_MINUTES);
  }

  @Test
  void whatOthersDoIsNot() {
    Caller child = world.startBelow(first, world.phone, "Count the lines");
    world.finish(child);
    String spare = world.sandboxes.get(first, "spare").orElseThrow().id().toString();
    world.clock.advance(Duration.ofMinutes(15));
    world.sandboxes.get(second, "build").orElseThrow();
    world.sandboxes.list(World.own(world.laptop), null, null, null).orElseThrow();
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    world.console.list(world.ada, null, null, null).orElseThrow();
    world.console.sleep(world.ada, spare).orElseThrow();
    world.sweeper.sweep();
    isLeftOpenInExactly(Duration.ofMinutes(5));
  }

  @Test
  void aTasksOwnIsNotOfThoseBelowIt() {
    Caller child = world.startBelow(first, world.phone, "Count the lines");
    world.clock.advance(Duration.ofMinutes(20).minus(MICROSECOND));
    world.run(first, "build", "true").orElseThrow();
    assertThat(stateOf(child)).isEqualTo(Task.State.UNDER_WAY);
    world.clock.advance(MICROSECOND);
    assertThat(stateOf(child)).isEqualTo(Task.State.LEFT_OPEN);
  }

  @Test
  void aLeftOpenTaskThatComesBackHasWhatNoOneElseTook() {
    world.clock.advance(Duration.ofHours(5));
    assertThat(stateOfFirst()).isEqualTo(Task.State.LEFT_OPEN);
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isFalse();
    assertThat(stateOfFirst()).isEqualTo(Task.State.UNDER_WAY);
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
  }

  @Test
  void aLeftOpenTaskThatComesBackByALookHasItAgainToo() {
    world.clock.advance(Duration.ofHours(5));
    world.sandboxes.list(first, null, null, null).orElseThrow();
    assertThat(stateOfFirst()).isEqualTo(Task.State.UNDER_WAY);
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
  }

  @Test
  void aLeftOpenTaskThatComesBackIsRefusedWhatAnotherTookAndTakesItWhenThatIsFinished() {
    world.clock.advance(TWENTY_MINUTES);
    world.run(second, "build", "true").orElseThrow();
    assertThat(sentence(world.run(first, "build", "true"))).contains("“Write the docs”");
    assertThat(stateOfFirst()).isEqualTo(Task.State.UNDER_WAY);
    world.finish(second);
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void aFinishedTasksCommandIsRefusedHoweverSoonAndWhoeverHasIt() {
    world.finish(first);
    String refused =
        "The task “Fix the flaky test” is finished, and a finished task can't be worked on. Start another with tasks_start.";
    assertThat(sentence(world.run(first, "build", "true"))).isEqualTo(refused);
    world.run(second, "build", "true").orElseThrow();
    assertThat(sentence(world.run(first, "build", "true"))).isEqualTo(refused);
    assertThat(stateOfFirst()).isEqualTo(Task.State.FINISHED);
  }

  /** Another task is refused until a microsecond before, and takes it then. */
  private void isLeftOpenInExactly(Duration time) {
    world.clock.advance(time.minus(MICROSECOND));
    assertThat(stateOfFirst()).isEqualTo(Task.State.UNDER_WAY);
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    world.clock.advance(MICROSECOND);
    assertThat(stateOfFirst()).isEqualTo(Task.State.LEFT_OPEN);
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  private Task.State stateOfFirst() {
    return stateOf(first);
  }

  private Task.State stateOf(Caller caller) {
    return world.tasks.find(World.taskOf(caller)).orElseThrow().state(world.clock.instant());
  }
}
