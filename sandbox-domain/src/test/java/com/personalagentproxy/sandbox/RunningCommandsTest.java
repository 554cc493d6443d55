package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** L6 through the entrance that agents use: what still runs keeps the sandbox. */
class RunningCommandsTest {

  private final World world = new World();
  private final Caller first = world.start(world.laptop, "Fix the flaky test");
  private final Caller second = world.start(world.phone, "Write the docs");
  private final SandboxView build = world.make(first, "build");

  private final LongCommands commands = new LongCommands(world);

  @Test
  void itKeepsItForATaskThatWasFinishedMeanwhileUntilItEnds() {
    LongCommands.Running running = commands.run(first, "build");
    world.finish(first);
    assertThat(sentence(world.run(second, "build", "true"))).contains("“Fix the flaky test”");
    running.ends();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void itKeepsItForATaskThatIsNotKnownAnyMore() {
    LongCommands.Running running = commands.run(first, "build");
    world.tasks.forget(World.taskOf(first));
    assertThat(sentence(world.run(second, "build", "true")))
        .isEqualTo(
            "Sandbox “build” is being used by a task that is not known any more and whose command still runs. Wait until"
                + " that task is finished or has been left for twenty minutes, use another sandbox, or make one with"
                + " sandboxes_create.");
    running.ends();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void aSubTasksKeepsItForTheHolder() {
    world.run(first, "build", "true").orElseThrow();
    Caller child = world.startBelow(first, world.phone, "Count the lines");
    LongCommands.Running running = commands.run(child, "build");
    world.finish(child);
    world.finish(first);
    assertThat(sentence(world.run(second, "build", "true"))).contains("“Fix the flaky test”");
    running.ends();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 60, 120})
  void atItsDeadlineExactlyItKeepsItNoMore(long timeout) {
    LongCommands.Running running = commands.run(first, "build", timeout);
    world.finish(first);
    world.clock.advance(Timing.USUAL.countsFor(Duration.ofSeconds(timeout)).minusNanos(1000));
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    world.clock.advance(Duration.ofNanos(1000));
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
    running.ends();
  }

  @Test
  void oneThatEndsAfterItsDeadlineChangesNothingForWhoeverTookTheSandbox() {
    LongCommands.Running late = commands.run(first, "build");
    world.finish(first);
    world.clock.advance(Timing.USUAL.countsFor(Duration.ofMinutes(1)));
    LongCommands.Running seconds = commands.run(second, "build");
    Sandbox taken = world.row(build);
    world.clock.advance(Duration.ofSeconds(1));
    assertThat(late.ends().outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(world.row(build)).isEqualTo(taken);
    seconds.ends();
  }

  @Test
  void ofSeveralTheLastKeepsIt() {
    LongCommands.Running one = commands.run(first, "build");
    LongCommands.Running other = commands.run(first, "build");
    world.finish(first);
    one.ends();
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    other.ends();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }
}
