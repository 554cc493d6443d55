package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.world.World;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SweeperTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");

  @Test
  void itSaysHowManyItFoundDueIdleOrLeftHalfDone() {
    Sandbox stuck = world.row(world.make(task, "build"));
    Optional<Sandbox> leftHalfDone =
        world.store.claim(
            stuck.id(),
            Guard.of(stuck),
            SomeSandbox.onTheWay(Move.SLEEP, world.clock.instant()),
            "It was put to sleep by a server that was killed.");
    assertThat(leftHalfDone).isPresent();
    world.make(task, "docs");
    world.make(task, "site");
    world.clock.advance(Timing.USUAL.idleAfter());
    world.make(task, "fresh");

    assertThat(world.sweeper.sweep()).isEqualTo(3);
  }
}
