package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.machine.Move;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Puts idle sandboxes to sleep and takes over moves that are past their deadline (M6, M8, M9). Any
 * number may sweep at once, on any number of servers: each deed is a claim of its own, so one wins
 * it. A sweep costs by what is due.
 */
public final class Sweeper {

  /** How many moves one sweep has under way at once, of each kind. */
  static final int BATCH = 20;

  /** After this many it comes back all the same; what is left is due at the next sweep. */
  private static final int MOST_BATCHES = 100;

  /** What is left beyond these is settled at its deadline. */
  private static final int MOST_TAKEN_OVER = 500;

  private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  private final Ports ports;
  private final MoveCarrier carrier;
  private final AbandonedCommands abandonedCommands;
  private final Lanes lanes;

  public Sweeper(Ports ports) {
    this.ports = ports;
    this.carrier = new MoveCarrier(ports);
    this.abandonedCommands = new AbandonedCommands(ports);
    this.lanes = new Lanes(ports.background(), BATCH);
  }

  /**
   * Sweeps until nothing is due, in batches, and comes back when what it began has ended. Without a
   * backend it asks none and leaves the sandboxes as they are (C6).
   *
   * @return how many sandboxes it found due
   */
  public int sweep() {
    abandonedCommands.end(ports.now());
    if (!ports.backend().isThere()) {
      return 0;
    }
    int due = 0;
    for (int batch = 0; batch < MOST_BATCHES; batch++) {
      int found = sleepIdle() + repairOverdue();
      due += found;
      if (found < BATCH) {
        break;
      }
    }
    return due;
  }

  /**
   * Settles at once what an earlier server left half done, deadlines or not: moves, and commands
   * that are counted in (M6). Only for a server that has the store and the backend for itself,
   * before it serves: nobody else can be at work on them then.
   */
  public void takeOver() {
    if (ports.backend().isThere()) {
      abandonedCommands.end(LATEST);
      each(
          ports.store().overdue(LATEST, MOST_TAKEN_OVER),
          row -> carrier.repair(row, "A move that a server left half done was settled."));
    }
  }

  private int sleepIdle() {
    Instant now = ports.now();
    Instant lastUsedAtOrBefore = now.minus(ports.timing().idleAfter());
    String reason =
        "It was put to sleep, since it was not used for %s."
            .formatted(Words.span(ports.timing().idleAfter()));
    return each(
        ports.store().idle(lastUsedAtOrBefore, now, BATCH),
        row ->
            carrier
                .claim(row, Guard.idle(row, lastUsedAtOrBefore, now), Move.SLEEP, reason)
                .ifPresent(claimed -> carrier.carryOut(claimed, Move.SLEEP)));
  }

  private int repairOverdue() {
    return each(
        ports.store().overdue(ports.now(), BATCH),
        row -> carrier.repair(row, "A move that was left half done was settled."));
  }

  private int each(List<Sandbox> due, Consumer<Sandbox> deed) {
    lanes.each(due, deed);
    return due.size();
  }
}
