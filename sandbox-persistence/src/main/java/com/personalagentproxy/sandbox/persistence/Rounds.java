package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.answer.StorageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/**
 * Takes to the database together what many threads ask at the same time. Who comes while few are at
 * work begins at once, alone, and waits for nobody; what comes meanwhile goes in the next round, in
 * one statement and one commit. So the busier it is, the less each costs. Safe for use by many
 * threads; an interrupt is kept until the round is through, since others wait for it too.
 *
 * @param <A> what is asked; no two are equal
 * @param <R> what is answered
 */
final class Rounds<A, R> {

  /** How those of a round are dealt with. */
  interface Work<A, R> {

    /** Two of the same key never go in one round. */
    Object key(A ask);

    R alone(A ask);

    /**
     * All at once, without waiting for anybody. What is missing in the answer was not changed, and
     * is dealt with alone; likewise all of it if this fails by what one of them asks for.
     */
    Map<A, R> together(List<A> asks);
  }

  private final Work<A, R> work;
  private final int atOnce;
  private final Duration patience;
  private final WaitingRoom<A, R> room;

  /**
   * @param atOnce how many rounds of these are under way at most, each with one connection. Whoever
   *     goes alone after a round has one beside them, and so has each other {@code Rounds} on the
   *     same pool: together they may want more than it has, and wait for it then as others do
   * @param most how many go in a round
   * @param patience for how long whoever waits for a round waits on while none ends: as for a
   *     connection of a pool
   */
  Rounds(Work<A, R> work, int atOnce, int most, Duration patience) {
    this.work = work;
    this.atOnce = atOnce;
    this.patience = patience;
    this.room = new WaitingRoom<>(atOnce, most, work::key);
  }

  /**
   * @throws RuntimeException as one alone would; what a round failed with, to all in it
   * @throws StorageException if none ends for so long that it is given up: nothing was done
   */
  R ask(A ask) {
    Seat<A, R> own = Seat.of(ask);
    return room.begins(own) ? lead(own) : take(turnOf(own), own);
  }

  private Turn<R> turnOf(Seat<A, R> own) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return own.turn().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException later) {
          isInterrupted = true;
        } catch (TimeoutException stillWaiting) {
          if (room.leaves(own, patience)) {
            throw StorageException.nothingWritten(
                "The database can't be used: none of the %s commands before this one ends, for %s."
                    .formatted(atOnce, patience),
                null);
          }
        } catch (ExecutionException never) {
          throw new IllegalStateException("A turn fails by saying so.", never);
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private R take(Turn<R> turn, Seat<A, R> own) {
    if (turn instanceof Turn.Answered<R> answered) {
      return answered.answer();
    }
    if (turn instanceof Turn.Failed<R> failed) {
      throw thrown(failed.failure());
    }
    return turn instanceof Turn.Leads<R> ? lead(own) : work.alone(own.ask());
  }

  private static RuntimeException thrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  private R lead(Seat<A, R> own) {
    List<Seat<A, R>> others = room.others(own);
    if (others.isEmpty()) {
      return whileAtWork(() -> work.alone(own.ask()));
    }
    boolean isInterrupted = Thread.interrupted();
    try {
      // One that is to go alone after all holds up no round.
      return take(whileAtWork(() -> together(own, others)), own);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Turn<R> together(Seat<A, R> own, List<Seat<A, R>> others) {
    List<Seat<A, R>> round = new ArrayList<>(others);
    round.add(0, own);
    Function<A, Turn<R>> turns = turns(round.stream().map(Seat::ask).toList());
    for (Seat<A, R> other : others) {
      other.turn().complete(turns.apply(other.ask()));
    }
    return turns.apply(own.ask());
  }

  private Function<A, Turn<R>> turns(List<A> round) {
    try {
      Map<A, R> answers = work.together(round);
      return ask ->
          Optional.ofNullable(answers.get(ask))
              .<Turn<R>>map(Turn.Answered::new)
              .orElseGet(Turn.Alone::new);
    } catch (UnableToExecuteStatementException atFaultItself) {
      // By what one of them asks for, and it doesn't say which: nothing of it was done.
      return ask -> new Turn.Alone<>();
    } catch (RuntimeException | Error failure) {
      return ask -> new Turn.Failed<>(failure);
    }
  }

  private <T> T whileAtWork(Supplier<T> deed) {
    try {
      return deed.get();
    } finally {
      room.handOver();
    }
  }

  /** How many wait for a round. */
  int waiting() {
    return room.waiting();
  }
}
