package com.personalagentproxy.sandbox.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * M9: what a sweep has to deal with is given for the lanes that are free, each kind in its turn.
 */
class DueTest {

  private static final int MANY = 1000;

  private final List<String> done = new ArrayList<>();

  @Test
  void theKindsTakeTurns() {
    Due due = new Due(MANY, List.of(kind("wake", 3), kind("sleep", 4)));

    assertThat(given(due, 2)).containsExactly("wake 0", "wake 1");
    assertThat(given(due, 2)).containsExactly("sleep 0", "sleep 1");
    assertThat(given(due, 2)).containsExactly("wake 2");
    assertThat(given(due, 1)).containsExactly("sleep 2");
    assertThat(given(due, 2)).containsExactly("sleep 3");
    assertThat(given(due, 2)).isEmpty();
    assertThat(due.given()).isEqualTo(7);
  }

  @Test
  void aKindOfWhichThereIsNoneLeftKeepsNoOtherAndIsNotAskedAgain() {
    List<Integer> asked = new ArrayList<>();
    Due.Kind none =
        most -> {
          asked.add(most);
          return List.of();
        };
    Due due = new Due(MANY, List.of(none, kind("sleep", 2)));

    assertThat(given(due, 1)).containsExactly("sleep 0");
    assertThat(given(due, 1)).containsExactly("sleep 1");
    assertThat(given(due, 1)).isEmpty();
    assertThat(asked).containsExactly(1);
  }

  @Test
  void noMoreAreGivenThanOneSweepDealsWithAndNoMoreAskedFor() {
    List<Integer> asked = new ArrayList<>();
    Due.Kind sleeps = kind("sleep", MANY);
    Due due =
        new Due(
            5,
            List.of(
                most -> {
                  asked.add(most);
                  return sleeps.next(most);
                }));

    assertThat(given(due, 3)).hasSize(3);
    assertThat(given(due, 3)).hasSize(2);
    assertThat(given(due, 3)).isEmpty();
    assertThat(due.given()).isEqualTo(5);
    assertThat(asked).containsExactly(3, 2);
  }

  /** So many deeds, which say what was done. */
  private Due.Kind kind(String name, int count) {
    List<Runnable> left = new ArrayList<>();
    IntStream.range(0, count)
        .forEach(number -> left.add(() -> assertThat(done.add(name + " " + number)).isTrue()));
    return most -> {
      List<Runnable> first = left.subList(0, Math.min(most, left.size()));
      List<Runnable> next = List.copyOf(first);
      first.clear();
      return next;
    };
  }

  private List<String> given(Due due, int lanes) {
    done.clear();
    due.next(lanes).forEach(Runnable::run);
    return List.copyOf(done);
  }
}
