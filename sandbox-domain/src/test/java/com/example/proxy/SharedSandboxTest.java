package com.example.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two tasks and one sandbox, as a proxy's developer would test what they may rely on. */
class SharedSandboxTest {

  private final World world = new World();
  private final Caller fixing = world.start(world.laptop, "Fix the flaky test");
  private final Caller writing = world.start(world.phone, "Write the docs");

  @BeforeEach
  void theFirstTaskWorksInIt() {
    world.make(fixing, "build");
    world.run(fixing, "build", "make test").orElseThrow();
  }

  @Test
  void aTaskThatWasLeftForTwentyMinutesHoldsNothing() {
    world.clock.advance(Duration.ofMinutes(20).minusMillis(1));
    assertThat(World.sentence(world.run(writing, "build", "make docs")))
        .startsWith("Sandbox “build” is being used by the task “Fix the flaky test”");

    world.clock.advance(Duration.ofMillis(1));
    assertThat(world.run(writing, "build", "make docs").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void anIdleSandboxFallsAsleepAndTheNextCommandWakesIt() {
    world.clock.advance(Duration.ofMinutes(30));
    assertThat(world.sweeper.sweep()).isEqualTo(1);

    assertThat(world.run(fixing, "build", "make test").orElseThrow().woke()).isTrue();
  }

  @Test
  void aBackendThatFailsToWakeItKeepsItsFiles() {
    world.sandboxes.sleep(fixing, "build").orElseThrow();
    world.machines.failNext(Verb.WAKE);

    assertThat(World.sentence(world.run(fixing, "build", "make test")))
        .endsWith("Its files are kept. Try again later.");
  }
}
