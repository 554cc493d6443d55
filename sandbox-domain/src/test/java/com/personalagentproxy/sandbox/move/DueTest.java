package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.world.Aside;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** M9: the lanes of a sweep look for themselves, and share what each has found. */
class DueTest {

  private static final int MANY = 1000;

  /** What a look at the store comes to. */
  @FunctionalInterface
  private interface Look extends Supplier<Due.Look> {}

  private final List<Sandbox> rows =
      IntStream.range(0, 6)
          .mapToObj(
              number ->
                  SomeSandbox.awake(SomeSandbox.someConnection(), "box " + number, Instant.EPOCH))
          .toList();

  private final Queue<Look> looks = new ArrayDeque<>();

  @Test
  void whatIsDueIsGivenInOrderAndOnceUntilNothingIs() {
    finds(part(rows.subList(0, 3)), part(rows.subList(1, 5)), last(rows.subList(4, 6)));
    Due due = due(MANY, 1);

    assertThat(due.begin()).isEqualTo(3);
    assertThat(all(due)).isEqualTo(rows);
    assertThat(due.given()).isEqualTo(6);
    assertThat(looks).isEmpty();
  }

  @Test
  void whenNothingIsDueNoLaneBegins() {
    finds(last(List.of()));
    Due due = due(MANY, 1);

    assertThat(due.begin()).isZero();
    assertThat(due.next()).isEmpty();
  }

  @Test
  void whatIsLeftIsLookedForBeforeTheLastOfItIsGiven() {
    finds(part(rows.subList(0, 3)), last(rows.subList(3, 6)));
    Due due = due(MANY, 2);
    due.begin();

    due.next();
    assertThat(looks).hasSize(1);
    due.next();
    assertThat(looks).hasSize(1);
    due.next();
    assertThat(looks).isEmpty();
  }

  @Test
  void noMoreAreGivenThanOneSweepDealsWithAndNoMoreLookedFor() {
    finds(part(rows.subList(0, 3)), part(rows.subList(3, 6)));
    Due due = due(3, 1);
    due.begin();

    assertThat(all(due)).isEqualTo(rows.subList(0, 3));
    assertThat(looks).hasSize(1);
  }

  @Test
  void aLookThatFindsMoreThanOneSweepDealsWithLeavesTheRestToTheNext() {
    finds(last(rows));
    Due due = due(4, 1);
    due.begin();

    assertThat(all(due)).isEqualTo(rows.subList(0, 4));
    assertThat(due.given()).isEqualTo(4);
  }

  @Test
  void whatIsStillDueAfterItsDeedIsLeftToTheNextSweep() {
    finds(part(rows.subList(0, 2)), part(rows.subList(0, 2)), part(rows.subList(0, 2)));
    Due due = due(MANY, 1);
    due.begin();

    assertThat(all(due)).isEqualTo(rows.subList(0, 2));
    assertThat(looks).hasSize(1);
  }

  @Test
  void twoLanesThatLookAtTheSameTimeAndFindTheSameGiveNothingTwice() {
    Gate slow = new Gate();
    finds(behind(slow, part(rows.subList(0, 3))), part(rows.subList(0, 3)), last(rows));
    Due due = due(MANY, 1);
    CompletableFuture<Optional<Sandbox>> first = Aside.calls(due::next);
    slow.awaitReached();

    List<Sandbox> given = new ArrayList<>();
    given.add(due.next().orElseThrow());
    slow.open();
    first.join().ifPresent(given::add);
    given.addAll(all(due));

    assertThat(given).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(due.given()).isEqualTo(6);
  }

  @Test
  void aLookThatFindsOnlyWhatAnotherFoundMeanwhileIsNotTheEnd() {
    Gate slow = new Gate();
    finds(
        behind(slow, part(rows.subList(0, 2))),
        part(rows.subList(0, 2)),
        part(rows.subList(2, 4)),
        last(rows.subList(4, 6)));
    Due due = due(MANY, 1);
    CompletableFuture<List<Sandbox>> first = Aside.calls(() -> all(due));
    slow.awaitReached();

    List<Sandbox> given = new ArrayList<>();
    due.next().ifPresent(given::add);
    due.next().ifPresent(given::add);
    slow.open();
    given.addAll(first.join());

    assertThat(given).containsExactlyInAnyOrderElementsOf(rows);
  }

  @Test
  void aLaneThatFindsNoneDoesNotEndWhileAnotherLooks() {
    Gate slow = new Gate();
    finds(part(rows.subList(0, 1)), behind(slow, part(List.of())), last(rows.subList(1, 3)));
    Due due = due(MANY, 1);
    due.begin();
    due.next();
    CompletableFuture<List<Sandbox>> first = Aside.calls(() -> all(due));
    slow.awaitReached();

    assertThat(due.next()).contains(rows.get(1));

    slow.open();
    assertThat(first.join()).containsExactly(rows.get(2));
  }

  @Test
  void whileOneLaneLooksTheOthersGoOnWithWhatIsThere() {
    Gate slow = new Gate();
    finds(part(rows.subList(0, 3)), behind(slow, last(rows.subList(3, 6))));
    Due due = due(MANY, 4);
    due.begin();
    CompletableFuture<Optional<Sandbox>> first = Aside.calls(due::next);
    slow.awaitReached();

    assertThat(due.next()).contains(rows.get(0));
    assertThat(due.next()).contains(rows.get(1));

    slow.open();
    assertThat(first.join()).contains(rows.get(2));
    assertThat(all(due)).isEqualTo(rows.subList(3, 6));
  }

  @Test
  void aLookThatFailsIsHeardOfByItsLaneAndTheOthersEndWithWhatIsThere() {
    finds(
        part(rows.subList(0, 2)),
        () -> {
          throw new IllegalStateException("The store was told to fail.");
        });
    Due due = due(MANY, 2);
    due.begin();
    due.next();

    assertThatThrownBy(due::next).hasMessage("The store was told to fail.");

    assertThat(all(due)).containsExactly(rows.get(1));
  }

  private Due due(int most, int few) {
    return new Due(this::look, most, few);
  }

  private Due.Look look() {
    Look next;
    synchronized (looks) {
      next = looks.remove();
    }
    return next.get();
  }

  private void finds(Look... all) {
    looks.addAll(List.of(all));
  }

  /** More may be due than these. */
  private static Look part(List<Sandbox> found) {
    return () -> new Due.Look(found, false);
  }

  /** Nothing else is due. */
  private static Look last(List<Sandbox> found) {
    return () -> new Due.Look(found, true);
  }

  private static Look behind(Gate gate, Look look) {
    return () -> {
      gate.pass();
      return look.get();
    };
  }

  private static List<Sandbox> all(Due due) {
    List<Sandbox> given = new ArrayList<>();
    for (Optional<Sandbox> next = due.next(); next.isPresent(); next = due.next()) {
      given.add(next.get());
    }
    return given;
  }
}
