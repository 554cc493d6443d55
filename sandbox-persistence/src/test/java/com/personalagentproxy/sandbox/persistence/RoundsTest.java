package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.answer.StorageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each ask is a word; its key is its first letter. The work of a round goes on when it may. */
@Timeout(60)
class RoundsTest {

  private final List<String> alone = new ArrayList<>();
  private final List<List<String>> together = new ArrayList<>();
  private final Map<String, CountDownLatch> held = new HashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Function<List<String>, Map<String, String>> answers = RoundsTest::all;
  private final Rounds<String, String> rounds = rounds(1, 10);

  private Rounds<String, String> rounds(int atOnce, int most) {
    return rounds(atOnce, most, Duration.ofMinutes(1));
  }

  private Rounds<String, String> rounds(int atOnce, int most, Duration patience) {
    return new Rounds<>(
        new Rounds.Work<>() {
          @Override
          public Object key(String ask) {
            return ask.charAt(0);
          }

          @Override
          public String alone(String ask) {
            noted(alone, ask);
            pass(ask);
            return ask + " alone";
          }

          @Override
          public Map<String, String> together(List<String> asks) {
            noted(together, asks);
            pass(asks.get(0));
            return answers.apply(asks);
          }
        },
        atOnce,
        most,
        patience);
  }

  private static Map<String, String> all(List<String> asks) {
    Map<String, String> all = new HashMap<>();
    asks.forEach(ask -> all.put(ask, ask + " together"));
    return all;
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void whoComesWhenNobodyIsAtWorkGoesAlone() {
    assertThat(rounds.ask("a")).isEqualTo("a alone");
    assertThat(rounds.ask("b")).isEqualTo("b alone");
    assertThat(together).isEmpty();
  }

  @Test
  void whatComesMeanwhileGoesTogether() throws Exception {
    Future<String> first = atWork("first");
    Future<String> second = waiting("second");
    Future<String> third = waiting("third");

    goOn("first");

    assertThat(first.get()).isEqualTo("first alone");
    assertThat(second.get()).isEqualTo("second together");
    assertThat(third.get()).isEqualTo("third together");
    assertThat(together).containsExactly(List.of("second", "third"));
    assertThat(rounds.ask("x")).isEqualTo("x alone");
  }

  @Test
  void twoOfOneKeyGoInRoundsOfTheirOwn() throws Exception {
    Future<String> first = atWork("first");
    List<Future<String>> waiting =
        List.of(waiting("build 1"), waiting("build 2"), waiting("other"));

    goOn("first");

    assertThat(first.get()).isEqualTo("first alone");
    assertThat(waiting.get(0).get()).isEqualTo("build 1 together");
    assertThat(waiting.get(1).get()).isEqualTo("build 2 alone");
    assertThat(waiting.get(2).get()).isEqualTo("other together");
    assertThat(together).containsExactly(List.of("build 1", "other"));
  }

  @Test
  void noMoreThanTheMostGoInARound() throws Exception {
    Rounds<String, String> small = rounds(1, 2);
    Future<String> first = atWork("first", small);
    List<Future<String>> waiting =
        List.of(waiting("a", small), waiting("b", small), waiting("c", small), waiting("d", small));

    goOn("first");

    assertThat(first.get()).isEqualTo("first alone");
    for (Future<String> each : waiting) {
      assertThat(each.get()).endsWith(" together");
    }
    assertThat(together).containsExactly(List.of("a", "b"), List.of("c", "d"));
  }

  @Test
  void whatARoundLeavesOutGoesAlone() throws Exception {
    answers = asks -> Map.of(asks.get(0), "certain");
    Future<String> first = atWork("first");
    Future<String> second = waiting("second");
    Future<String> third = waiting("third");

    goOn("first");

    assertThat(first.get()).isEqualTo("first alone");
    assertThat(second.get()).isEqualTo("certain");
    assertThat(third.get()).isEqualTo("third alone");
  }

  @Test
  void ofARoundThatOneIsAtFaultForEachGoesAlone() throws Exception {
    answers =
        asks -> {
          throw new UnableToExecuteStatementException("An exec_id is taken.", null, null);
        };
    Future<String> first = atWork("first");
    Future<String> second = waiting("second");
    Future<String> third = waiting("third");

    goOn("first");

    assertThat(first.get()).isEqualTo("first alone");
    assertThat(second.get()).isEqualTo("second alone");
    assertThat(third.get()).isEqualTo("third alone");
  }

  @Test
  void whatTheDatabaseFailsWithIsToldToAllInTheRoundAndTheNextGoOn() throws Exception {
    StorageException cut = StorageException.notKnown("The connection broke.", new Exception());
    answers =
        asks -> {
          throw cut;
        };
    Future<String> first = atWork("first");
    Future<String> second = waiting("second");
    Future<String> third = waiting("third");

    goOn("first");

    assertThat(first.get()).isEqualTo("first alone");
    assertThatThrownBy(second::get).isInstanceOf(ExecutionException.class).hasCause(cut);
    assertThatThrownBy(third::get).isInstanceOf(ExecutionException.class).hasCause(cut);
    assertThat(alone).containsExactly("first");
    assertThat(rounds.ask("x")).isEqualTo("x alone");
  }

  @Test
  void anErrorOfOneAloneHoldsUpNobody() throws Exception {
    Future<String> failing = atWork("!");
    Future<String> second = waiting("second");

    goOn("!");

    assertThatThrownBy(failing::get).hasCauseInstanceOf(AssertionError.class);
    assertThat(second.get()).isEqualTo("second alone");
    assertThat(rounds.ask("x")).isEqualTo("x alone");
  }

  @Test
  void oneWhoseThreadIsInterruptedHasItsAnswerAndItsInterrupt() throws Exception {
    Future<String> first = atWork("first");
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              answer.complete(rounds.ask("second"));
              isInterrupted.complete(Thread.currentThread().isInterrupted());
            });
    thread.start();
    awaitWaiting(rounds, 1);
    Future<String> third = waiting("third");

    thread.interrupt();
    goOn("first");

    assertThat(first.get()).isEqualTo("first alone");
    assertThat(answer.get()).isEqualTo("second together");
    assertThat(isInterrupted.get()).isTrue();
    assertThat(third.get()).isEqualTo("third together");
  }

  @Test
  void severalRoundsAreAtWorkAtOnceAndNoMore() throws Exception {
    Rounds<String, String> two = rounds(2, 10);
    Future<String> first = atWork("first", two);
    Future<String> second = atWork("second", two);
    Future<String> third = waiting("third", two);

    goOn("second");

    assertThat(second.get()).isEqualTo("second alone");
    assertThat(third.get()).isEqualTo("third alone");
    goOn("first");
    assertThat(first.get()).isEqualTo("first alone");
  }

  private Future<String> atWork(String ask) throws Exception {
    return atWork(ask, rounds);
  }

  /** Asks, and comes back when that is at work, where it stays until told to {@link #goOn}. */
  private Future<String> atWork(String ask, Rounds<String, String> in) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    synchronized (held) {
      held.put(ask, new CountDownLatch(1));
      held.put(ask + " begun", begun);
    }
    Future<String> answer = threads.submit(() -> in.ask(ask));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    return answer;
  }

  private Future<String> waiting(String ask) {
    return waiting(ask, rounds);
  }

  /** Asks, and comes back when that waits. */
  private Future<String> waiting(String ask, Rounds<String, String> in) {
    int before = in.waiting();
    Future<String> answer = threads.submit(() -> in.ask(ask));
    awaitWaiting(in, before + 1);
    return answer;
  }

  @Test
  void whoWaitsWhileNothingEndsIsToldSoInTimeAndTheOthersGoOn() throws Exception {
    Rounds<String, String> stalling = rounds(1, 10, Duration.ofMillis(20));
    Future<String> first = atWork("a", stalling);

    assertThatThrownBy(() -> stalling.ask("b"))
        .isInstanceOfSatisfying(
            StorageException.class, told -> assertThat(told.isNothingDone()).isTrue())
        .hasMessageContaining("none of the 1 commands before this one ends");

    goOn("a");
    assertThat(first.get()).isEqualTo("a alone");
    assertThat(stalling.waiting()).isZero();
    assertThat(stalling.ask("c")).isEqualTo("c alone");
    assertThat(together).isEmpty();
  }

  private static void awaitWaiting(Rounds<String, String> in, int many) {
    while (in.waiting() < many) {
      Thread.onSpinWait();
    }
  }

  private void goOn(String ask) {
    synchronized (held) {
      Objects.requireNonNull(held.get(ask)).countDown();
    }
  }

  private <T> void noted(List<T> list, T what) {
    synchronized (held) {
      list.add(what);
    }
  }

  private void pass(String ask) {
    CountDownLatch gate;
    synchronized (held) {
      gate = held.get(ask);
      if (gate != null) {
        Objects.requireNonNull(held.get(ask + " begun")).countDown();
      }
    }
    try {
      if (gate != null && !gate.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Nobody let “" + ask + "” go on.");
      }
    } catch (InterruptedException stopped) {
      throw new IllegalStateException("“" + ask + "” was interrupted.", stopped);
    }
    if (ask.equals("!")) {
      throw new AssertionError("as asked");
    }
  }
}
