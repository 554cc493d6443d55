package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** M1, M2, M5 and M6: what the second half of a move leaves on the row and at the backend. */
class MoveCarrierTest {

  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");
  private final MoveCarrier carrier = new MoveCarrier(world.ports);

  @Test
  void aMoveThatWentWellEndsWithTheRowAsItWasSettled() {
    Sandbox made = world.row(world.make(task, "build"));
    Sandbox claimed = claimed(made, Move.SLEEP);

    Ending ending = carrier.carryOut(claimed, Move.SLEEP);

    assertThat(ending).isEqualTo(new Ending.Settled(world.row(made.id())));
    assertThat(world.row(made.id()).state().is(StateName.ASLEEP)).isTrue();
  }

  @Test
  void aMoveThatAnotherWentPastIsOvertaken() {
    Sandbox made = world.row(world.make(task, "build"));
    Sandbox claimed = claimed(made, Move.SLEEP);
    claimed(claimed, Move.DELETE);

    assertThat(carrier.carryOut(claimed, Move.SLEEP)).isEqualTo(new Ending.Overtaken());
  }

  @Test
  void aRepairFencesTheMachineThatItFindsAwake() {
    Sandbox made = world.row(world.make(task, "build"));
    world.machines.failNext(Verb.SLEEP);
    world.sandboxes.sleep(task, "build");
    Sandbox repaired = world.row(made.id());
    assertThat(repaired.state().is(StateName.AWAKE)).isTrue();

    assertThatThrownBy(() -> world.machines.sleep(made.id().machine(), made.generation().next()))
        .isInstanceOf(BackendException.StaleGeneration.class);
    world.run(task, "build", "true").orElseThrow();
  }

  @Test
  void aMakeThatNeverReachedTheBackendIsClearedUpAndAWakeIsLost() {
    Sandbox making =
        SomeSandbox.creating(world.ownConnection(task).id(), "made by the dead", World.BEGINNING);
    world.store.add(making);
    Sandbox woken = world.row(world.make(task, "build"));
    world.sandboxes.sleep(task, "build").orElseThrow();
    Sandbox waking = claimed(world.row(woken.id()), Move.WAKE);
    world.machines.lose(woken.id().machine());

    carrier.repair(making, "It was left half done.");
    carrier.repair(waking, "It was left half done.");

    assertThat(world.store.find(making.id())).isEmpty();
    assertThat(world.row(woken.id()).state().is(StateName.LOST)).isTrue();
    assertThat(world.row(woken.id()).reason())
        .isEqualTo("The backend has no machine for it any more.");
  }

  @Test
  @Timeout(30)
  void whoWaitsGetsNoticeOfARepairAndOfALoss() throws InterruptedException {
    Sandbox made = world.row(world.make(task, "build"));
    SettledMoves.Watch onLoss = watch(made.id());
    carrier.settleLost(made, "It is gone.");
    onLoss.await(FOR_EVER);

    Sandbox stuck = claimed(world.row(world.make(task, "docs")), Move.SLEEP);
    SettledMoves.Watch onRepair = watch(stuck.id());
    carrier.repair(stuck, "It was left half done.");
    onRepair.await(FOR_EVER);
  }

  @Test
  void aDeleteThatIsInterruptedWhileCommandsEndIsDoneAndStaysInterrupted() {
    Sandbox made = world.row(world.make(task, "build"));
    world.machines.loseNextAnswer(Verb.RUN);
    world.run(task, "build", "make").orElseThrow();
    Sandbox claimed = claimed(made, Move.DELETE);

    Thread.currentThread().interrupt();
    Ending ending = carrier.carryOut(claimed, Move.DELETE);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(ending).isEqualTo(new Ending.Settled(claimed));
    assertThat(world.store.find(made.id())).isEmpty();
  }

  private SettledMoves.Watch watch(SandboxId sandbox) {
    return world.ports.settledMoves().watch(sandbox);
  }

  private Sandbox claimed(Sandbox row, Move move) {
    return carrier.claim(row, Guard.of(row), move, "It was asked for.").orElseThrow();
  }
}
