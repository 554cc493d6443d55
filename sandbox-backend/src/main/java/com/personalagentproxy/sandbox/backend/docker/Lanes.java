package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One server's lanes in one container. A command takes one that is free, the last used first; when
 * there is none, the next that gets free or another that is opened, whichever comes first.
 */
final class Lanes implements Closeable {

  /** So many commands run in a machine at once, for one server; more wait for a moment. */
  static final int MOST = 128;

  private static final int OPENED_AHEAD = 2;
  private static final String CLOSED = "The machine was forgotten while a lane was waited for.";
  private static final Duration IDLE = Duration.ofSeconds(60);
  private static final Duration SETTLING = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofSeconds(35);

  private final Execs execs;
  private final MachineId machine;
  private final String container;
  private final Executor threads;
  private final Deque<Lane> free = new ArrayDeque<>();
  private final Map<Lane, Long> freeSince = new HashMap<>();

  /** Those that have run a command and aren't free yet, since when. */
  private final Map<Lane, Long> settling = new HashMap<>();

  private final Set<Lane> all = new LinkedHashSet<>();
  private final Deque<CompletableFuture<Lane>> waiting = new ArrayDeque<>();
  private int opening;
  private boolean closed;

  Lanes(Execs execs, MachineId machine, String container, Executor threads) {
    this.execs = execs;
    this.machine = machine;
    this.container = container;
    this.threads = threads;
  }

  String container() {
    return container;
  }

  /** Sees to it that the next commands needn't wait for one; failures are left to those. */
  synchronized void openAhead() {
    while (!closed && all.size() + opening < OPENED_AHEAD) {
      openOne();
    }
  }

  /** Takes one that is free now, for one command. */
  synchronized Optional<Lane> free() {
    for (Lane lane = free.pollFirst(); lane != null; lane = free.pollFirst()) {
      freeSince.remove(lane);
      if (lane.isOpen()) {
        return Optional.of(lane);
      }
    }
    return Optional.empty();
  }

  /** Gives one back that was taken, and in which nothing was run. */
  void giveBack(Lane lane) {
    isFree(lane);
  }

  /**
   * Takes the next that gets free, for one command.
   *
   * @throws RuntimeException why there is none, as {@link Execs#lane} throws it
   */
  Lane await() throws InterruptedException {
    CompletableFuture<Lane> place = new CompletableFuture<>();
    synchronized (this) {
      Optional<Lane> meanwhile = free();
      if (meanwhile.isPresent()) {
        return meanwhile.get();
      }
      if (closed) {
        throw new IllegalStateException(CLOSED);
      }
      waiting.addLast(place);
      openForThoseWhoWait();
    }
    boolean taken = false;
    try {
      Lane lane = place.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      taken = true;
      return lane;
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof RuntimeException why) {
        throw why;
      }
      throw new IllegalStateException("A lane can't be opened.", failure);
    } catch (TimeoutException busy) {
      throw new BackendException.Failed(
          "Machine %s runs %s commands already. Wait until one of them has ended, and try again."
              .formatted(machine, MOST),
          null);
    } finally {
      if (!taken) {
        giveUp(place);
      }
    }
  }

  /** A command has come to its end there: it will be free in a moment. */
  private void settles(Lane lane) {
    synchronized (this) {
      if (!free.contains(lane) && all.contains(lane)) {
        settling.put(lane, System.nanoTime());
      }
    }
  }

  private void openForThoseWhoWait() {
    if (!closed && all.size() + opening < MOST && opening + settling.size() < waiting.size()) {
      openOne();
    }
  }

  /** Closes those that were free for a minute, and those that don't get free. */
  void closeIdle() {
    List<Lane> idle = new ArrayList<>();
    synchronized (this) {
      long now = System.nanoTime();
      while (free.size() > OPENED_AHEAD
          && now - freeSince.getOrDefault(free.peekLast(), now) > IDLE.toNanos()) {
        Lane lane = free.removeLast();
        freeSince.remove(lane);
        idle.add(lane);
      }
      settling.forEach(
          (lane, since) -> {
            if (now - since > SETTLING.toNanos()) {
              idle.add(lane);
            }
          });
    }
    idle.forEach(Lane::close);
  }

  /** Ends the commands that run. */
  void abandon(String why) {
    everyOne().forEach(lane -> lane.abandon(why));
  }

  /** How many commands run. */
  synchronized int busy() {
    return all.size() - free.size() - settling.size();
  }

  /** Whether none is open, nor is about to be. */
  synchronized boolean isEmpty() {
    return all.isEmpty() && opening == 0;
  }

  @Override
  public void close() {
    List<CompletableFuture<Lane>> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(waiting);
      waiting.clear();
    }
    left.forEach(place -> place.completeExceptionally(new IllegalStateException(CLOSED)));
    everyOne().forEach(Lane::close);
  }

  private synchronized List<Lane> everyOne() {
    return List.copyOf(all);
  }

  /** Nobody waits there any more; a lane that came just now is for the next. */
  private void giveUp(CompletableFuture<Lane> place) {
    synchronized (this) {
      waiting.removeIf(each -> each == place);
    }
    if (!place.cancel(false) && !place.isCompletedExceptionally()) {
      isFree(place.join());
    }
  }

  private void openOne() {
    opening++;
    threads.execute(
        () -> {
          try {
            Lane.open(execs, container, this::isFree, this::settles, this::isCut);
            opened(null);
          } catch (RuntimeException failure) {
            opened(failure);
          }
        });
  }

  private void opened(@Nullable RuntimeException failure) {
    CompletableFuture<Lane> told = null;
    synchronized (this) {
      opening--;
      if (failure != null) {
        told = waiting.pollFirst();
      }
    }
    if (told != null && failure != null) {
      told.completeExceptionally(failure);
    }
  }

  private void isFree(Lane lane) {
    boolean unwanted = false;
    synchronized (this) {
      all.add(lane);
      settling.remove(lane);
      if (closed || !lane.isOpen()) {
        unwanted = true;
      } else {
        for (CompletableFuture<Lane> next = waiting.pollFirst();
            next != null;
            next = waiting.pollFirst()) {
          if (next.complete(lane)) {
            return;
          }
        }
        // What runs in the machine may say so for the lane.
        if (!free.contains(lane)) {
          free.addFirst(lane);
        }
        freeSince.put(lane, System.nanoTime());
      }
    }
    if (unwanted) {
      lane.close();
    }
  }

  private synchronized void isCut(Lane lane) {
    all.remove(lane);
    free.remove(lane);
    freeSince.remove(lane);
    settling.remove(lane);
    openForThoseWhoWait();
  }
}
