package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import org.junit.jupiter.api.Test;

/** M6: a database that was restored has forgotten moves that its machines have seen. */
class RestoredDatabaseTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");

  @Test
  void aRowThatARestoredDatabaseHasSetBackCatchesUpWithItsMachine() {
    SandboxView made = world.make(task, "build");
    world.machines.wake(made.id().machine(), new Generation(40));
    assertThat(world.run(task, "build", "make").orElseThrow().outcome())
        .isEqualTo(new Outcome.Exited(0));
    assertThat(world.row(made).generation()).isEqualTo(new Generation(41));

    world.machines.sleep(made.id().machine(), new Generation(70));
    world.console.sleep(world.ada, made.id().toString()).orElseThrow();
    assertThat(world.row(made).generation()).isEqualTo(new Generation(71));

    world.machines.sleep(made.id().machine(), new Generation(90));
    world.console.delete(world.ada, made.id().toString()).orElseThrow();
    assertThat(world.store.find(made.id())).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
  }

  @Test
  void aMoveThatWasLeftHalfDoneThereIsSettledAsTheBackendSays() {
    SandboxView made = world.make(task, "build");
    claimedByTheDead(made);
    world.machines.wake(made.id().machine(), new Generation(40));
    world.clock.advance(Timing.USUAL.sleepWithin());
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    assertThat(world.row(made).generation()).isEqualTo(new Generation(41));
    world.run(task, "build", "true").orElseThrow();
  }

  @Test
  void oneThatIsTooFarBehindForOneTryCatchesUpInSeveral() {
    SandboxView made = world.make(task, "build");
    claimedByTheDead(made);
    world.machines.sleep(made.id().machine(), new Generation(15_000));
    world.clock.advance(Timing.USUAL.sleepWithin());
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.FALLING_ASLEEP)).isTrue();
    world.clock.advance(Timing.USUAL.sleepWithin());
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.row(made).generation()).isEqualTo(new Generation(15_001));
  }

  private void claimedByTheDead(SandboxView made) {
    assertThat(
            world.store.claim(
                made.id(),
                Guard.of(world.row(made)),
                SomeSandbox.onTheWay(Move.SLEEP, world.clock.instant()),
                "It was put to sleep by a server that was killed."))
        .isPresent();
  }
}
