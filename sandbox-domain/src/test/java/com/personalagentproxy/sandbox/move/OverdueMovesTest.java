package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.WatchedStore;
import com.personalagentproxy.sandbox.world.World;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** M6, M9: overdue moves are looked up some at a time, and each is given once. */
class OverdueMovesTest {

  private final World world = new World();
  private final WatchedStore way = new WatchedStore(world.store);
  private final Ports ports = Altered.store(world.ports, way.store());
  private final OverdueMoves overdue = new OverdueMoves(ports, new MoveCarrier(ports));

  @Test
  void allAreGivenSoManyAtATimeAndLookedUpOnce() {
    stuck(5);

    assertThat(overdue.next(3)).hasSize(3);
    assertThat(overdue.next(3)).hasSize(2);
    assertThat(overdue.next(3)).isEmpty();
    assertThat(way.calls()).containsExactly("overdue");
  }

  @Test
  void thoseBehindTheFirstBatchAreLookedUpWhenItIsGiven() {
    stuck(OverdueMoves.BATCH + 3);

    repaired(overdue.next(OverdueMoves.BATCH));

    assertThat(overdue.next(OverdueMoves.BATCH)).hasSize(3);
    assertThat(overdue.next(OverdueMoves.BATCH)).isEmpty();
  }

  @Test
  void whatIsStillOverdueAfterItsDeedIsLeftToTheNextSweep() {
    stuck(OverdueMoves.BATCH);

    assertThat(overdue.next(OverdueMoves.BATCH)).hasSize(OverdueMoves.BATCH);
    assertThat(overdue.next(OverdueMoves.BATCH)).isEmpty();
  }

  @Test
  void theDeedClaimsWhatNobodyHasClaimedSince() {
    List<Sandbox> stuck = stuck(2);
    List<Runnable> deeds = overdue.next(2);
    new OverdueMoves(world.ports, new MoveCarrier(world.ports)).next(1).forEach(Runnable::run);

    repaired(deeds);

    assertThat(way.claims()).hasSize(1);
    assertThat(stuck)
        .allSatisfy(row -> assertThat(world.row(row.id()).state().is(StateName.LOST)).isTrue());
  }

  private static void repaired(List<Runnable> deeds) {
    deeds.forEach(Runnable::run);
  }

  /** So many that no backend has a machine of. */
  private List<Sandbox> stuck(int count) {
    List<Sandbox> all =
        IntStream.range(0, count)
            .mapToObj(
                number ->
                    SomeSandbox.in(
                        StateName.WAKING,
                        SomeSandbox.someConnection(),
                        "box " + number,
                        world.ports.now()))
            .toList();
    all.forEach(world.store::add);
    world.clock.advance(Timing.USUAL.wakeWithin());
    return all;
  }
}
