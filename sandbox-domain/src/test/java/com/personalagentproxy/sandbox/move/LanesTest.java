package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LanesTest {

  private final AtomicInteger begun = new AtomicInteger();
  private final List<Integer> done = new ArrayList<>();

  /** Does work at once, on the thread that begins it. */
  private final Background atOnce =
      new Background() {
        @Override
        public <T> Work<T> start(Supplier<T> work) {
          begun.incrementAndGet();
          T result = work.get();
          return atMost -> Optional.of(result);
        }
      };

  @Test
  void theDeedIsDoneForEachAndOnce() {
    new Lanes(atOnce, 3).each(List.of(1, 2, 3, 4, 5), done::add);

    assertThat(done).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void thereAreNeverMoreLanesThanItsWidthOrThanThereIsToDo() {
    new Lanes(atOnce, 3).each(List.of(1, 2, 3, 4, 5), done::add);
    assertThat(begun.getAndSet(0)).isEqualTo(3);

    new Lanes(atOnce, 3).each(List.of(1, 2), done::add);
    assertThat(begun).hasValue(2);
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
  void aLaneThatCannotTellWhatComesNextEndsAndTheOthersGoOn() {
    Error error = new AssertionError("The store broke.");
    Queue<Integer> waiting = new ArrayDeque<>(List.of(1, 2, 3));
    AtomicInteger asked = new AtomicInteger();

    assertThatThrownBy(
            () ->
                new Lanes(atOnce, 2)
                    .each(
                        2,
                        () -> {
                          if (asked.incrementAndGet() == 2) {
                            throw error;
                          }
                          return Optional.ofNullable(waiting.poll());
                        },
                        done::add))
        .isSameAs(error);

    assertThat(done).containsExactly(1, 2, 3);
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

    assertThat(looks).hasValue(3);
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
}
