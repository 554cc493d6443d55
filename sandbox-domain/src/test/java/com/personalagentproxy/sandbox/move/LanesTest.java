package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.world.Aside;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LanesTest {

  private final List<Integer> done = new CopyOnWriteArrayList<>();

  /** For how many lanes more were asked for, each time. */
  private final List<Integer> asked = new CopyOnWriteArrayList<>();

  /** Does work at once, on the thread that begins it. */
  private final Background atOnce =
      new Background() {
        @Override
        public <T> Work<T> start(Supplier<T> work) {
          T result = work.get();
          return atMost -> Optional.of(result);
        }
      };

  /** Does each piece of work on a thread of its own. */
  private final Background aside = Background.on(LanesTest::onOwnThread);

  private static void onOwnThread(Runnable work) {
    Thread thread = new Thread(work, "lane");
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void theDeedIsDoneForEachAndOnce() {
    new Lanes(atOnce, 3).each(List.of(1, 2, 3, 4, 5), done::add);

    assertThat(done).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void forNoneNothingIsBegun() {
    new Lanes(refusing(0), 3).each(List.<Integer>of(), done::add);

    assertThat(done).isEmpty();
  }

  @Test
  void noMoreAreTakenThanThereAreLanesFree() {
    AtomicInteger underWay = new AtomicInteger();
    IntFunction<List<Integer>> numbers = numbers(200);

    new Lanes(aside, 7)
        .each(
            free -> {
              assertThat(free + underWay.get()).isLessThanOrEqualTo(7);
              List<Integer> taken = numbers.apply(free);
              underWay.addAndGet(taken.size());
              return taken;
            },
            number -> {
              done.add(number);
              underWay.decrementAndGet();
            });

    assertThat(done).doesNotHaveDuplicates().hasSize(200);
  }

  @Test
  void aDeedThatTakesLongHoldsUpItsOwnLaneOnly() {
    Gate slow = new Gate();
    CompletableFuture<Boolean> lastOfTheOthers = new CompletableFuture<>();

    CompletableFuture<Boolean> all =
        eachAside(
            new Lanes(aside, 2),
            numbers(50),
            number -> {
              if (number == 0) {
                slow.pass();
              }
              done.add(number);
              if (done.size() == 49) {
                lastOfTheOthers.complete(true);
              }
            });

    assertThat(lastOfTheOthers.join()).isTrue();
    assertThat(all).isNotDone();
    slow.open();
    all.join();
    assertThat(done).hasSize(50).last().isEqualTo(0);
  }

  @Test
  void lanesThatBecomeFreeWhileMoreAreTakenAreCountedTheNextTime() {
    Gate taking = new Gate();
    IntFunction<List<Integer>> numbers = numbers(6);
    List<Gate> deeds = List.of(new Gate(), new Gate(), new Gate());
    CompletableFuture<Boolean> all =
        eachAside(
            new Lanes(aside, 3),
            free -> {
              if (asked.size() == 1) {
                taking.pass();
              }
              return numbers.apply(free);
            },
            number -> {
              if (number < 3) {
                deeds.get(number).pass();
              }
              done.add(number);
            });
    deeds.forEach(Gate::awaitReached);
    deeds.get(0).open();
    taking.awaitReached();
    deeds.get(1).open();
    deeds.get(2).open();
    awaitDone(3);
    assertThat(asked).containsExactly(3);

    taking.open();
    all.join();

    assertThat(done).hasSize(6);
    assertThat(asked.subList(0, 2)).containsExactly(3, 1);
  }

  @Test
  void aDeedThatFailsHoldsUpNoOther() {
    assertThatThrownBy(() -> new Lanes(atOnce, 2).each(List.of(1, 2, 3, 4), this::failWhenEven))
        .hasMessage("2 failed")
        .satisfies(
            first ->
                assertThat(first.getSuppressed())
                    .singleElement()
                    .satisfies(second -> assertThat(second).hasMessage("4 failed")));

    assertThat(done).containsExactly(1, 2, 3, 4);
  }

  private void failWhenEven(int number) {
    done.add(number);
    if (number % 2 == 0) {
      throw new IllegalStateException(number + " failed");
    }
  }

  @Test
  void theSameFailureTwiceIsThrownOnce() {
    RuntimeException failure = new IllegalStateException("always the same");

    assertThatThrownBy(
            () ->
                new Lanes(atOnce, 2)
                    .each(
                        List.of(1, 2),
                        number -> {
                          throw failure;
                        }))
        .isSameAs(failure)
        .hasNoSuppressedExceptions();
  }

  @Test
  void anErrorOfOneDeedHoldsUpNoOtherAndIsThrownWhenAllWereTried() {
    Error error = new StackOverflowError("too deep");

    assertThatThrownBy(
            () ->
                new Lanes(atOnce, 1)
                    .each(
                        List.of(1, 2, 3, 4),
                        number -> {
                          failWhenEven(number);
                          if (number == 1) {
                            throw error;
                          }
                        }))
        .isSameAs(error)
        .satisfies(first -> assertThat(first.getSuppressed()).hasSize(2));

    assertThat(done).containsExactly(1, 2, 3, 4);
  }

  @Test
  void whenNoMoreCanBeTakenTheDeedIsDoneForThoseThatWere() {
    Error error = new AssertionError("The store broke.");
    IntFunction<List<Integer>> numbers = numbers(9);

    assertThatThrownBy(
            () ->
                new Lanes(atOnce, 2)
                    .each(
                        free -> {
                          if (asked.size() == 2) {
                            asked.add(free);
                            throw error;
                          }
                          return numbers.apply(free);
                        },
                        done::add))
        .isSameAs(error);

    assertThat(done).containsExactly(0, 1, 2, 3);
    assertThat(asked).hasSize(3);
  }

  @Test
  void whereNoLaneCanBeBegunNothingIsTaken() {
    assertThatThrownBy(() -> new Lanes(refusing(0), 2).each(numbers(4), done::add))
        .isInstanceOf(RejectedExecutionException.class);

    assertThat(asked).isEmpty();
  }

  @Test
  void whatWasTakenIsDoneAlsoWhenNoMoreLanesCanBeBegunAndNoMoreIsTaken() {
    assertThatThrownBy(() -> new Lanes(refusing(3), 4).each(numbers(9), done::add))
        .isInstanceOf(RejectedExecutionException.class);

    assertThat(done).containsExactly(0, 1, 2, 3);
    assertThat(asked).containsExactly(4);
  }

  /** Begins so many pieces of work and no more, as that of a server that stops meanwhile. */
  private Background refusing(int begun) {
    AtomicInteger left = new AtomicInteger(begun);
    return new Background() {
      @Override
      public <T> Work<T> start(Supplier<T> work) {
        if (left.decrementAndGet() < 0) {
          throw new RejectedExecutionException("The server is stopping.");
        }
        return atOnce.start(work);
      }
    };
  }

  @Test
  void itLooksAgainUntilALaneHasEnded() {
    AtomicInteger looks = new AtomicInteger();
    Background slow =
        new Background() {
          @Override
          public <T> Work<T> start(Supplier<T> work) {
            T result = work.get();
            return atMost -> looks.incrementAndGet() < 3 ? Optional.empty() : Optional.of(result);
          }
        };

    new Lanes(slow, 1).each(List.of(1), done::add);

    // Three times for the first piece of work, and once for the second.
    assertThat(looks).hasValue(4);
  }

  @Test
  void whoIsInterruptedWaitsForNoMoreLanesAndStaysInterrupted() {
    AtomicInteger waits = new AtomicInteger();
    Background interrupted =
        new Background() {
          @Override
          public <T> Work<T> start(Supplier<T> work) {
            return (Duration atMost) -> {
              waits.incrementAndGet();
              throw new InterruptedException();
            };
          }
        };

    new Lanes(interrupted, 2).each(List.of(1, 2), done::add);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(waits).hasValue(1);
  }

  @Test
  void whoIsInterruptedBeforehandBeginsNothing() {
    Thread.currentThread().interrupt();

    new Lanes(atOnce, 2).each(List.of(1, 2), done::add);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(done).isEmpty();
  }

  @Test
  void onceWhoWaitsIsInterruptedNoMoreAreTakenAndWhatWasTakenIsDone() {
    List<Gate> deeds = List.of(new Gate(), new Gate());
    Queue<Thread> waiter = new ArrayDeque<>();
    CompletableFuture<Boolean> all =
        Aside.calls(
            () -> {
              waiter.add(Thread.currentThread());
              new Lanes(aside, 2)
                  .each(
                      numbers(9),
                      number -> {
                        deeds.get(number).pass();
                        done.add(number);
                      });
              return Thread.interrupted();
            });
    deeds.forEach(Gate::awaitReached);

    waiter.remove().interrupt();

    assertThat(all.join()).isTrue();
    deeds.forEach(Gate::open);
    awaitDone(2);
    assertThat(asked).containsExactly(2);
  }

  /** Numbers from zero on, as many as there are lanes free, until there are no more. */
  private IntFunction<List<Integer>> numbers(int count) {
    AtomicInteger next = new AtomicInteger();
    return free -> {
      asked.add(free);
      List<Integer> some = new ArrayList<>();
      while (some.size() < free && next.get() < count) {
        some.add(next.getAndIncrement());
      }
      return some;
    };
  }

  private static CompletableFuture<Boolean> eachAside(
      Lanes lanes, IntFunction<List<Integer>> next, Consumer<Integer> deed) {
    return Aside.calls(
        () -> {
          lanes.each(next, deed);
          return true;
        });
  }

  private void awaitDone(int count) {
    long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (done.size() < count && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    assertThat(done).hasSize(count);
  }
}
