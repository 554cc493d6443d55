package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.machine.Move;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Puts idle sandboxes to sleep and takes over moves that are past their deadline (M6, M8, M9). Any
 * number may sweep at once, on any number of servers: each deed is a claim of its own, so one wins
 * it. A sweep costs by what is due.
 */
public final class Sweeper {

  /** How many moves one sweep has under way at once, of each kind. */
  static final int BATCH = 20;

  private final Ports ports;
  private final MoveCarrier carrier;

  public Sweeper(Ports ports) {
    this.ports = ports;
    this.carrier = new MoveCarrier(ports);
  }

  /**
   * Sweeps once, and comes back when what it began has ended. Without a backend it does nothing
   * (C6).
   *
   * @return how many moves it claimed
   */
  public int sweep() {
    if (!ports.backend().isThere()) {
      return 0;
    }
    return sleepIdle() + repairOverdue();
  }

  private int sleepIdle() {
    Instant now = ports.now();
    Instant lastUsedAtOrBefore = now.minus(ports.timing().idleAfter());
    String reason =
        "It was put to sleep, since it was not used for %s."
            .formatted(Words.span(ports.timing().idleAfter()));
    List<Sandbox> claimed =
        ports.store().idle(lastUsedAtOrBefore, now, BATCH).stream()
            .flatMap(
                row ->
                    carrier
                        .claim(row, Guard.idle(row, lastUsedAtOrBefore, now), Move.SLEEP, reason)
                        .stream())
            .toList();
    runAll(claimed.stream().<Runnable>map(row -> () -> carrier.carryOut(row, Move.SLEEP)).toList());
    return claimed.size();
  }

  private int repairOverdue() {
    List<Sandbox> overdue = ports.store().overdue(ports.now(), BATCH);
    runAll(
        overdue.stream()
            .<Runnable>map(
                row -> () -> carrier.repair(row, "A move that was left half done was settled."))
            .toList());
    return overdue.size();
  }

  private void runAll(List<Runnable> deeds) {
    CompletableFuture.allOf(
            deeds.stream()
                .map(deed -> CompletableFuture.runAsync(deed, ports.moves()))
                .toArray(CompletableFuture[]::new))
        .join();
  }
}
