package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.world.World;
import org.junit.jupiter.api.Test;

class SandboxesTest {

  private final World world = new World();
  private final Caller laptop = own(world.laptop);

  @Test
  void anAgentIsToldOfSandboxesOnlyWhereItMayUseThem() {
    assertThat(world.sandboxes.mayUse(world.laptop)).isTrue();

    world.connections.set(world.ownConnection(laptop).id(), Action.USE, false);
    assertThat(world.sandboxes.mayUse(world.laptop)).isFalse();

    world.share(Action.SEE, Action.USE);
    assertThat(world.sandboxes.mayUse(world.laptop)).isTrue();

    world.experiments.turnOff(world.organization);
    assertThat(world.sandboxes.mayUse(world.laptop)).isFalse();
  }

  @Test
  void everyMoveSaysWhichAgentAskedForIt() {
    world.make(laptop, "build");
    assertThat(world.sandboxes.sleep(laptop, "build").orElseThrow().reason())
        .isEqualTo("It was put to sleep by agent Ada's laptop.");
    assertThat(world.sandboxes.wake(laptop, "build").orElseThrow().reason())
        .isEqualTo("It was woken by agent Ada's laptop.");
  }
}
