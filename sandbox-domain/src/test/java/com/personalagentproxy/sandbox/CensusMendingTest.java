package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.CensusResult;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * What a census mends where a machine isn't as its row says: one that was lost and is there again,
 * and one that is awake though it was put to sleep.
 */
class CensusMendingTest {

  private static final Duration GRACE = Timing.USUAL.orphanGrace();
  private static final Duration MICROSECOND = Duration.ofNanos(1000);

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");

  @Test
  void aLostSandboxWhoseMachineIsThereAgainIsBroughtBackAsItIs() {
    SandboxView made = lost();
    world.machines.giveBack(made.id().machine());
    assertThat(world.census.take().rowsMended()).isEqualTo(1);
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.row(made).generation()).isEqualTo(new Generation(2));
    assertThat(world.row(made).reason()).isEqualTo("The backend has its machine again.");
    assertThat(world.run(task, "build", "true").orElseThrow().woke()).isTrue();
  }

  @Test
  void aLostSandboxWhoseMachineIsThereAgainAndAwakeIsAwake() {
    SandboxView made = lost();
    world.machines.giveBack(made.id().machine());
    world.machines.startUnasked(made.id().machine());
    world.census.take();
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
    assertThat(world.run(task, "build", "true").orElseThrow().woke()).isFalse();
  }

  @Test
  void whoAsksMeanwhileFindsItOnTheWayToWhereItsMachineIs() {
    SandboxView made = lost();
    world.machines.giveBack(made.id().machine());
    assertThat(stateWhileBroughtBack(made)).isEqualTo(StateName.FALLING_ASLEEP);
    world.machines.lose(made.id().machine());
    assertThat(world.run(task, "build", "true")).isInstanceOf(Answer.Refused.class);
    world.machines.giveBack(made.id().machine());
    world.machines.startUnasked(made.id().machine());
    assertThat(stateWhileBroughtBack(made)).isEqualTo(StateName.WAKING);
  }

  private StateName stateWhileBroughtBack(SandboxView lost) {
    Gate asking = world.machines.blockNext(Verb.INSPECT);
    CompletableFuture<CensusResult> census = CompletableFuture.supplyAsync(world.census::take);
    asking.awaitReached();
    StateName meanwhile = world.row(lost).state().name();
    asking.open();
    assertThat(census.join().rowsMended()).isEqualTo(1);
    return meanwhile;
  }

  @Test
  void aLostSandboxStaysLostWhileItsMachineIsGone() {
    SandboxView made = lost();
    world.census.take();
    assertThat(world.row(made).state().is(StateName.LOST)).isTrue();
    assertThat(world.row(made).generation()).isEqualTo(Generation.FIRST);
  }

  @Test
  void aLostSandboxWhoseMachineGoesAgainMeanwhileIsLostAgain() {
    SandboxView made = lost();
    world.machines.giveBack(made.id().machine());
    Gate asking = world.machines.blockNext(Verb.INSPECT);
    CompletableFuture<CensusResult> census = CompletableFuture.supplyAsync(world.census::take);
    asking.awaitReached();
    world.machines.lose(made.id().machine());
    asking.open();
    census.join();
    assertThat(world.row(made).state().is(StateName.LOST)).isTrue();
  }

  @Test
  void aLostSandboxThatGotNoAnswerOnItsWayBackIsSettledAtItsDeadline() {
    SandboxView made = lost();
    world.machines.giveBack(made.id().machine());
    world.machines.loseNextCall(Verb.INSPECT);
    world.census.take();
    assertThat(world.row(made).state().name().isOnTheWay()).isTrue();
    world.clock.advance(Timing.USUAL.sleepWithin());
    world.sweeper.sweep();
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
  }

  /** Else nobody would ever put it to sleep: the sweeper looks at what its row calls awake. */
  @Test
  void aMachineThatIsAwakeThoughItsRowHasBeenAsleepForTheGraceTimeIsPutToSleep() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    world.machines.startUnasked(made.id().machine());
    world.clock.advance(GRACE.minus(MICROSECOND));
    assertThat(world.census.take().rowsMended()).isZero();
    world.clock.advance(MICROSECOND);
    assertThat(world.census.take().rowsMended()).isEqualTo(1);
    assertThat(world.machines.inspect(made.id().machine())).isEqualTo(Condition.ASLEEP);
    assertThat(world.row(made).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.row(made).generation()).isEqualTo(new Generation(3));
  }

  @Test
  void aMachineOfAHigherGenerationThanItsRowIsNotForThatRowToMove() {
    SandboxView made = world.make(task, "build");
    world.sandboxes.sleep(task, "build").orElseThrow();
    world.machines.wake(made.id().machine(), new Generation(3));
    world.clock.advance(Timing.USUAL.orphanKept());
    world.census.take();
    assertThat(world.machines.inspect(made.id().machine())).isEqualTo(Condition.AWAKE);
    assertThat(world.row(made).generation()).isEqualTo(new Generation(2));
  }

  /** M10: the next command wakes it. */
  @Test
  void aMachineThatIsAsleepThoughItsRowIsAwakeIsLeftAlone() {
    SandboxView made = world.make(task, "build");
    world.machines.restart();
    world.clock.advance(GRACE);
    assertThat(world.census.take().isWorthTelling()).isFalse();
    assertThat(world.row(made).state().is(StateName.AWAKE)).isTrue();
  }

  private SandboxView lost() {
    SandboxView made = world.make(task, "build");
    world.machines.lose(made.id().machine());
    assertThat(world.run(task, "build", "true")).isInstanceOf(Answer.Refused.class);
    assertThat(world.row(made).state().is(StateName.LOST)).isTrue();
    return made;
  }
}
