package com.personalagentproxy.sandbox.persistence;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Who waits for a round, in the order they came, and how many rounds are under way. Safe for use by
 * many threads.
 *
 * @param <A> what is asked
 * @param <R> what is answered
 */
final class WaitingRoom<A, R> {

  private final int atOnce;
  private final int most;
  private final Function<A, Object> key;
  private final Deque<Seat<A, R>> waiting = new ArrayDeque<>();
  private int atWork;
  private long lastEnded = System.nanoTime();

  /**
   * @param atOnce how many rounds are under way at most
   * @param most how many go in a round
   * @param key two of the same never go in one round
   */
  WaitingRoom(int atOnce, int most, Function<A, Object> key) {
    this.atOnce = atOnce;
    this.most = most;
    this.key = key;
  }

  /** Whether it begins at once; otherwise it waits from now on. */
  synchronized boolean begins(Seat<A, R> seat) {
    if (atWork == atOnce) {
      waiting.add(seat);
      return false;
    }
    atWork++;
    return true;
  }

  /** Takes out those that go with the one that leads. */
  synchronized List<Seat<A, R>> others(Seat<A, R> leader) {
    List<Seat<A, R>> others = new ArrayList<>();
    Set<Object> keys = new HashSet<>();
    keys.add(key.apply(leader.ask()));
    Iterator<Seat<A, R>> queue = waiting.iterator();
    while (queue.hasNext() && others.size() + 1 < most) {
      Seat<A, R> next = queue.next();
      if (keys.add(key.apply(next.ask()))) {
        others.add(next);
        queue.remove();
      }
    }
    return others;
  }

  /** A round has ended: the one that waits longest leads the next. */
  void handOver() {
    nextToLead().ifPresent(seat -> seat.turn().complete(new Turn.Leads<>()));
  }

  private synchronized Optional<Seat<A, R>> nextToLead() {
    lastEnded = System.nanoTime();
    Optional<Seat<A, R>> next = Optional.ofNullable(waiting.poll());
    if (next.isEmpty()) {
      atWork--;
    }
    return next;
  }

  /** Whether it leaves without a turn, since no round has ended for so long. */
  synchronized boolean leaves(Seat<A, R> seat, Duration patience) {
    return System.nanoTime() - lastEnded > patience.toNanos() && waiting.remove(seat);
  }

  synchronized int waiting() {
    return waiting.size();
  }
}
