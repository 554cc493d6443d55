package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Call;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.World;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * M1, M2, M7 and M10 through the entrances that agents and people use: moves that go well, and
 * machines that are not as the row says.
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

  @Lesson("E2B 1031")
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
