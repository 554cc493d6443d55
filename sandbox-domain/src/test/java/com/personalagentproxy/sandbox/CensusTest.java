package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.NoBackend;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Census;
import com.personalagentproxy.sandbox.move.CensusResult;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.Overseen;
import com.personalagentproxy.sandbox.world.Planted;
import com.personalagentproxy.sandbox.world.World;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** M12: machines that no row knows. */
class CensusTest {

  private static final Duration GRACE = Timing.USUAL.orphanGrace();
  private static final Duration KEPT = Timing.USUAL.orphanKept();
  private static final Duration MICROSECOND = Duration.ofNanos(1000);

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");

  /** proliferate 1264: the row was gone and the backend was never told. */
  @Lesson("proliferate 1264")
  @Test
  void aMachineThatNoRowKnowsIsPutToSleepAfterTheGraceTimeAndDeletedWhenItWasKeptLongEnough() {
    MachineId orphan = Planted.orphan(world);
    world.clock.advance(GRACE.minus(MICROSECOND));
    assertThat(world.census.take()).isEqualTo(new CensusResult(1, 0, 0, 0, 0, null));
    assertThat(world.machines.inspect(orphan)).isEqualTo(Condition.AWAKE);
    world.clock.advance(MICROSECOND);
    assertThat(world.census.take().orphansPutToSleep()).isEqualTo(1);
    assertThat(world.machines.inspect(orphan)).isEqualTo(Condition.ASLEEP);
    world.clock.advance(KEPT.minus(MICROSECOND));
    assertThat(world.census.take().isWorthTelling()).isFalse();
    assertThat(world.machines.inspect(orphan)).isEqualTo(Condition.ASLEEP);
    world.clock.advance(MICROSECOND);
    assertThat(world.census.take().orphansDeleted()).isEqualTo(1);
    assertThat(world.machines.machines()).isEmpty();
  }

  @Test
  void aMachineThatIsClearedUpIsFencedAgainstCallsThatAreStillOnTheirWay() {
    MachineId orphan = Planted.orphan(world);
    world.clock.advance(GRACE);
    world.census.take();
    assertThatThrownBy(() -> world.machines.wake(orphan, Generation.FIRST))
        .isInstanceOf(BackendException.StaleGeneration.class);
    world.clock.advance(KEPT);
    world.census.take();
    assertThatThrownBy(() -> world.machines.make(orphan, new Generation(2)))
        .isInstanceOf(BackendException.StaleGeneration.class);
  }

  /** deer-flow 4221: one server's clean-up at start killed another's machines. */
  @Lesson("deer-flow 4221")
  @Test
  void onlyWhatBearsOurMarkAndNoRowKnowsIsTouchedAndOnlyAfterTheGraceTime() {
    MachineId anothers = world.machines.madeByAnother();
    Gate making = world.machines.blockNextAnswer(Verb.MAKE);
    CompletableFuture<SandboxView> onAnotherServer =
        CompletableFuture.supplyAsync(() -> world.make(task, "being made"));
    making.awaitReached();
    SandboxView asleep = world.make(task, "asleep");
    world.sandboxes.sleep(task, "asleep").orElseThrow();
    world.clock.advance(KEPT.multipliedBy(2));
    SandboxView awake = world.make(task, "awake");
    MachineId young = Planted.orphan(world);
    int before = world.machines.calls().size();
    assertThat(new Census(world.ports).take().isWorthTelling()).isFalse();
    assertThat(world.machines.calls().stream().skip(before)).allMatch(call -> isLook(call.verb()));
    assertThat(world.machines.inspect(anothers)).isEqualTo(Condition.AWAKE);
    assertThat(world.machines.inspect(young)).isEqualTo(Condition.AWAKE);
    assertThat(world.row(awake).state().is(StateName.AWAKE)).isTrue();
    assertThat(world.row(asleep).state().is(StateName.ASLEEP)).isTrue();
    making.open();
    assertThat(onAnotherServer.join().state()).isEqualTo(StateName.AWAKE);
  }

  private static boolean isLook(Verb verb) {
    return verb == Verb.LIST;
  }

  @Test
  void aStoreWhoseAnswersLagBehindByLessThanTheGraceTimeCostsNobodyAMachine() {
    world.make(task, "build");
    world.clock.advance(GRACE.minus(MICROSECOND));
    Census lagging =
        new Census(
            Overseen.store(
                world.ports,
                (method, arguments) ->
                    method.equals("known") ? Optional.of(List.of()) : Optional.empty()));
    assertThat(lagging.take().isWorthTelling()).isFalse();
    world.run(task, "build", "true").orElseThrow();
  }

  @Test
  void theMachinesAreListedFirstAndTheirRowsReadAfterThat() {
    world.make(task, "build");
    Census census =
        new Census(
            Overseen.store(
                world.ports,
                (method, arguments) -> {
                  assertThat(method).isEqualTo("known");
                  assertThat(world.machines.calls(Verb.LIST)).isEqualTo(1);
                  return Optional.empty();
                }));
    assertThat(census.take().machines()).isEqualTo(1);
  }

  @Test
  void aBackendThatGoesAwayInTheMiddleEndsTheCensusAndTheNextSeesTheRest() {
    List<MachineId> orphans =
        IntStream.range(0, 201).mapToObj(number -> Planted.orphan(world)).toList();
    world.clock.advance(GRACE);
    world.machines.blockNext(Verb.LIST).open();
    world.machines.loseNextCall(Verb.LIST);
    assertThat(world.census.take())
        .isEqualTo(new CensusResult(200, 200, 0, 0, 0, "The backend was told to give no answer."));
    assertThat(world.census.take()).isEqualTo(new CensusResult(201, 1, 0, 0, 0, null));
    assertThat(orphans).allMatch(orphan -> world.machines.inspect(orphan) == Condition.ASLEEP);
  }

  @Test
  void whatTheBackendFailsForOneStopsNoOtherAndIsTriedAgain() {
    IntStream.range(0, 5).forEach(number -> Planted.orphan(world));
    world.clock.advance(GRACE);
    world.machines.failNext(Verb.SLEEP);
    assertThat(world.census.take()).isEqualTo(new CensusResult(5, 4, 0, 0, 1, null));
    assertThat(world.census.take()).isEqualTo(new CensusResult(5, 1, 0, 0, 0, null));
  }

  static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("The store was told to fail."), new AssertionError("broken"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whatElseFailsForOneIsToldWhenAllWereLookedAt(Throwable failure) {
    List<MachineId> orphans =
        IntStream.range(0, 300).mapToObj(number -> Planted.orphan(world)).toList();
    SandboxView made = lostBefore(orphans.stream().sorted().toList().get(150));
    world.machines.giveBack(made.id().machine());
    world.clock.advance(GRACE);
    Census census = new Census(Overseen.failing(world.ports, "claim", made.id(), failure));
    assertThatThrownBy(census::take).isSameAs(failure);
    assertThat(orphans).allMatch(orphan -> world.machines.inspect(orphan) == Condition.ASLEEP);
  }

  /** So that it is on an earlier page than the last of the others. */
  private SandboxView lostBefore(MachineId other) {
    SandboxView made = lost();
    while (made.id().machine().compareTo(other) > 0) {
      world.console.delete(world.ada, made.id().toString()).orElseThrow();
      made = lost();
    }
    return made;
  }

  @Test
  void aCensusOnEachOfManyServersAtOnceIsLikeOne() {
    List<MachineId> orphans =
        IntStream.range(0, 50).mapToObj(number -> Planted.orphan(world)).toList();
    SandboxView made = lost();
    world.machines.giveBack(made.id().machine());
    world.clock.advance(GRACE);
    Race.of(4, server -> new Census(world.ports).take());
    assertThat(orphans).allMatch(orphan -> world.machines.inspect(orphan) == Condition.ASLEEP);
    assertThat(world.row(made).generation()).isEqualTo(new Generation(2));
    world.clock.advance(KEPT);
    Race.of(4, server -> new Census(world.ports).take());
    assertThat(world.machines.machines()).containsExactly(made.id().machine());
  }

  @Test
  void aBackendThatListsAgainstTheOrderIsFoundOut() {
    World other = new World(Timing.USUAL, alwaysTheFirstPage());
    world.make(task, "build");
    assertThatThrownBy(other.census::take)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("against their order");
  }

  private MachineBackend alwaysTheFirstPage() {
    return (MachineBackend)
        Proxy.newProxyInstance(
            CensusTest.class.getClassLoader(),
            new Class<?>[] {MachineBackend.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("list")) {
                return world.machines.list(null, 1);
              }
              try {
                return method.invoke(world.machines, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  @Test
  void withoutABackendThereIsNothingToCount() {
    World without = new World(Timing.USUAL, new NoBackend());
    assertThat(without.census.take()).isEqualTo(new CensusResult(0, 0, 0, 0, 0, null));
  }

  private SandboxView lost() {
    SandboxView made = world.make(task, "build");
    world.machines.lose(made.id().machine());
    assertThat(world.run(task, "build", "true")).isInstanceOf(Answer.Refused.class);
    assertThat(world.row(made).state().is(StateName.LOST)).isTrue();
    return made;
  }
}
