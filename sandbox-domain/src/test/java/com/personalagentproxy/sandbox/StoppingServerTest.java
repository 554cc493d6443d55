package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.World;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/**
 * M6 and M11: a server that stops begins nothing in the background any more. What it has claimed by
 * then it carries out all the same, so that nothing is stuck.
 */
class StoppingServerTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");
  private final Ports ports =
      Altered.background(
          world.ports,
          Background.on(
              work -> {
                throw new RejectedExecutionException("The server is stopping.");
              }));
  private final Sandboxes stopping = new Sandboxes(ports);
  private final Console console = new Console(ports);

  @Test
  void whatIsMadeIsMadeOrClearedUp() {
    String home = world.ownConnection(task).id().toString();
    assertThat(stopping.create(task, new CreateRequest("build", home, null)).orElseThrow().state())
        .isEqualTo(StateName.AWAKE);

    world.machines.failNext(Verb.MAKE);
    assertThat(sentence(stopping.create(task, new CreateRequest("docs", home, null))))
        .isEqualTo(
            "Sandbox “docs” could not be made: The backend was told to fail. Its name is free again. Try again later.");
    assertThat(world.machines.machines()).hasSize(1);
    world.make(task, "docs");
  }

  @Test
  void whatIsPutToSleepIsAsleepAndWhatIsWokenIsAwake() {
    world.make(task, "build");
    assertThat(stopping.sleep(task, "build").orElseThrow().state()).isEqualTo(StateName.ASLEEP);
    assertThat(stopping.wake(task, "build").orElseThrow().state()).isEqualTo(StateName.AWAKE);
  }

  @Test
  void whatIsDeletedIsGone() {
    SandboxView made = world.make(task, "build");
    console.delete(world.ada, made.id().toString()).orElseThrow();
    assertThat(world.store.find(made.id())).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
  }

  @Test
  void aMoveThatFailsIsToldLikeAnyOther() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    world.machines.failNext(Verb.WAKE);
    assertThat(sentence(stopping.wake(task, "build")))
        .isEqualTo(
            "Sandbox “build” could not be woken: The backend was told to fail. Its files are kept. Try again later.");
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
  }

  @Test
  void aCommandWakesNothingAndIsCountedOut() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    assertThat(sentence(stopping.run(task, new CommandRequest("build", "true", null, null, null))))
        .isEqualTo("The server is stopping, so the command was not run. Try again in a minute.");
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.row(made).running()).isEmpty();
  }

  @Test
  void aSweepClaimsNothingAndLeavesItToTheOthers() {
    SandboxView made = world.make(task, "build");
    world.clock.advance(Timing.USUAL.idleAfter());
    assertThatThrownBy(new Sweeper(ports)::sweep).isInstanceOf(RejectedExecutionException.class);
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    assertThat(world.sweeper.sweep()).isEqualTo(1);
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
  }
}
