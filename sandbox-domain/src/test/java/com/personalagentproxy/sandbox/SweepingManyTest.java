package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Call;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.race.Crossing;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Overseen;
import com.personalagentproxy.sandbox.world.Planted;
import com.personalagentproxy.sandbox.world.WatchedStore;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** M9: a sweep is fair to all connections and bounded, and costs by what is due. */
class SweepingManyTest {

  private final World world = new World();

  @Test
  void aSweepEndsOnlyWhenNothingIsDue() {
    for (int number = 0; number < 45; number++) {
      Planted.awake(world);
    }
    world.clock.advance(Timing.USUAL.idleAfter());
    assertThat(world.sweeper.sweep()).isEqualTo(45);
    assertThat(world.machines.calls(Verb.SLEEP)).isEqualTo(45);
  }

  @Test
  void ofOneConnectionsHundredsAndAnothersOneTheOneIsAmongTheFirst() {
    ConnectionId crowded = SomeSandbox.someConnection();
    for (int number = 0; number < 300; number++) {
      Planted.awake(world, crowded, "box " + number);
    }
    Sandbox single = Planted.awake(world);
    CyclicBarrier together = new CyclicBarrier(20);
    world.machines.beforeEach(
        Verb.SLEEP,
        () -> {
          if (world.machines.calls(Verb.SLEEP) <= 20) {
            Crossing.at(together);
          }
        });
    world.clock.advance(Timing.USUAL.idleAfter());
    world.sweeper.sweep();
    assertThat(world.machines.calls().stream().filter(call -> call.verb() == Verb.SLEEP).limit(20))
        .extracting(Call::machine)
        .contains(single.id().machine());
  }

  @Test
  void asManySleepsAsThereAreLanesAreUnderWayAtOnceAndNotOneMore() {
    for (int number = 0; number < 60; number++) {
      Planted.awake(world);
    }
    CyclicBarrier together = new CyclicBarrier(20);
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    world.machines.beforeEach(
        Verb.SLEEP,
        () -> {
          most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
          Crossing.at(together);
          underWay.decrementAndGet();
        });
    world.clock.advance(Timing.USUAL.idleAfter());
    assertThat(world.sweeper.sweep()).isEqualTo(60);
    assertThat(most).hasValue(20);
  }

  @Test
  void aSlowBackendCallHoldsUpOnlyItsOwnLane() {
    for (int number = 0; number < 450; number++) {
      Planted.awake(world);
    }
    world.clock.advance(Timing.USUAL.idleAfter());
    Gate slow = world.machines.blockNext(Verb.SLEEP);
    CountDownLatch others = new CountDownLatch(450);
    world.machines.beforeEach(Verb.SLEEP, others::countDown);
    CompletableFuture<Integer> sweep = CompletableFuture.supplyAsync(world.sweeper::sweep);
    slow.awaitReached();
    assertThat(Crossing.isOpen(others)).isTrue();
    assertThat(sweep).isNotDone();
    slow.open();
    assertThat(sweep.join()).isEqualTo(450);
  }

  @Test
  void oneSweepDealsWithABoundedNumberAndTheNextGoesOn() {
    for (int number = 0; number < 2010; number++) {
      Planted.awake(world);
    }
    world.clock.advance(Timing.USUAL.idleAfter());
    assertThat(world.sweeper.sweep()).isEqualTo(2000);
    assertThat(world.sweeper.sweep()).isEqualTo(10);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whatFailsForOneStopsNoOtherAndIsToldAtTheEnd(Throwable failure) {
    List<Sandbox> all = IntStream.range(0, 30).mapToObj(number -> Planted.awake(world)).toList();
    SandboxId unlucky = all.get(3).id();
    world.clock.advance(Timing.USUAL.idleAfter());

    assertThatThrownBy(sweeperWhoseStoreFails("settle", unlucky, failure)::sweep).isSameAs(failure);

    assertThat(all.stream().map(row -> world.row(row.id())))
        .allMatch(
            row ->
                row.state()
                    .is(row.id().equals(unlucky) ? StateName.FALLING_ASLEEP : StateName.ASLEEP));
    world.clock.advance(Timing.USUAL.sleepWithin());
    assertThat(world.sweeper.sweep()).isEqualTo(1);
    assertThat(world.row(unlucky).state().is(StateName.ASLEEP)).isTrue();
  }

  @Test
  void nothingIsClaimedBeforeThereIsALaneForIt() {
    for (int number = 0; number < 45; number++) {
      Planted.awake(world);
    }
    world.clock.advance(Timing.USUAL.idleAfter());
    AtomicInteger mostClaimed = new AtomicInteger();
    world.machines.beforeEach(
        Verb.SLEEP, () -> mostClaimed.accumulateAndGet(rows(StateName.FALLING_ASLEEP), Math::max));

    assertThat(world.sweeper.sweep()).isEqualTo(45);

    assertThat(mostClaimed.get()).isBetween(1, 20);
  }

  @Test
  void aSweepThatIsInterruptedClaimsNoMoreAndWhatItClaimedFallsAsleep() throws Exception {
    for (int number = 0; number < 45; number++) {
      Planted.awake(world);
    }
    world.clock.advance(Timing.USUAL.idleAfter());
    Gate slow = new Gate();
    CountDownLatch allLanes = new CountDownLatch(20);
    world.machines.beforeEach(
        Verb.SLEEP,
        () -> {
          allLanes.countDown();
          slow.pass();
        });
    Thread sweeping = new Thread(world.sweeper::sweep, "sweeping");
    sweeping.start();
    assertThat(Crossing.isOpen(allLanes)).isTrue();

    sweeping.interrupt();
    sweeping.join(30_000);

    assertThat(sweeping.isAlive()).isFalse();
    slow.open();
    awaitAsleep(20);
    assertThat(rows(StateName.AWAKE)).isEqualTo(25);
    assertThat(rows(StateName.FALLING_ASLEEP)).isZero();
  }

  private int rows(StateName state) {
    return (int) world.store.all().stream().filter(row -> row.state().is(state)).count();
  }

  private void awaitAsleep(int count) {
    long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (rows(StateName.ASLEEP) < count && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    assertThat(rows(StateName.ASLEEP)).isEqualTo(count);
  }

  @Test
  void twoServersThatSweepAtOncePutEachToSleepOnceAndLoseNoClaim() {
    for (int number = 0; number < 300; number++) {
      Planted.awake(world);
    }
    world.clock.advance(Timing.USUAL.idleAfter());
    List<WatchedStore> ways = List.of(new WatchedStore(world.store), new WatchedStore(world.store));

    List<Integer> dealtWith =
        Race.of(
            2, server -> new Sweeper(Altered.store(world.ports, ways.get(server).store())).sweep());

    assertThat(dealtWith.stream().mapToInt(Integer::intValue).sum()).isEqualTo(300);
    assertThat(world.machines.calls(Verb.SLEEP)).isEqualTo(300);
    assertThat(ways.stream().flatMap(way -> way.calls().stream()))
        .doesNotContain("claim")
        .filteredOn("settle"::equals)
        .hasSize(300);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aCommandThatCannotBeEndedKeepsNothingAwake(Throwable failure) {
    Caller task = world.start(world.laptop, "Fix the flaky test");
    SandboxId left = world.make(task, "build").id();
    world.machines.loseNextAnswer(Verb.RUN);
    world.run(task, "build", "make").orElseThrow();
    Sandbox idle = Planted.awake(world);
    world.clock.advance(Timing.USUAL.idleAfter().multipliedBy(2));
    assertThatThrownBy(sweeperWhoseStoreFails("end", left, failure)::sweep).isSameAs(failure);
    assertThat(world.row(idle.id()).state().is(StateName.ASLEEP)).isTrue();
  }

  static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("The store was told to fail."), new AssertionError("broken"));
  }

  @Test
  void aSweepWithNothingDueAsksTheStoreThreeTimesAndTheBackendNothing() {
    for (int number = 0; number < 300; number++) {
      Planted.awake(world);
    }
    List<String> calls = new CopyOnWriteArrayList<>();
    Sweeper sweeper =
        new Sweeper(
            Overseen.store(
                world.ports,
                (method, arguments) -> {
                  calls.add(method);
                  return Optional.empty();
                }));
    int before = world.machines.calls().size();
    assertThat(sweeper.sweep()).isZero();
    assertThat(calls).containsExactly("abandoned", "overdue", "claimIdle");
    assertThat(world.machines.calls()).hasSize(before);
  }

  private Sweeper sweeperWhoseStoreFails(String call, SandboxId sandbox, Throwable failure) {
    return new Sweeper(Overseen.failing(world.ports, call, sandbox, failure));
  }
}
