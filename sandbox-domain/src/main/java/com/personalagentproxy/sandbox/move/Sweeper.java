package com.personalagentproxy.sandbox.move;

import java.time.Instant;
import java.util.List;

/**
 * Puts idle sandboxes to sleep and takes over moves that are past their deadline (M6, M8, M9). Any
 * number may sweep at once, on any number of servers: what one has claimed the others don't get. A
 * sweep costs by what is due.
 */
public final class Sweeper {

  /** How many moves one sweep has under way at once. */
  static final int WIDTH = 20;

  /** After this many it comes back all the same; what is left is due at the next sweep. */
  static final int MOST = 2000;

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
    this.lanes = new Lanes(ports.background(), WIDTH);
    this.abandonedCommands = new AbandonedCommands(ports, lanes);
  }

  /**
   * Sweeps until nothing is due, or it has dealt with a good many, and comes back when what it
   * began has ended. It is fair to all connections, as the store's {@code claimIdle} and {@code
   * overdue} are. A slow backend call holds up only its own lane, and what fails for one sandbox
   * stops no other. Without a backend it asks none and leaves the sandboxes as they are (C6).
   *
   * <p>When its thread is interrupted it comes back soon and begins nothing more; what it began by
   * then goes on in the background, and is taken over at its deadline if that doesn't end it (M6).
   *
   * @return how many sandboxes it dealt with
   * @throws RuntimeException or an {@link Error}: the first that a sandbox's move failed with,
   *     unless it was the backend's, with the others as suppressed ones; when all were tried
   */
  public int sweep() {
    try {
      abandonedCommands.end(ports.now());
    } catch (RuntimeException | Error failure) {
      sleepAndRepairInSpiteOf(failure);
      throw failure;
    }
    return sleepAndRepair();
  }

  private void sleepAndRepairInSpiteOf(Throwable failure) {
    try {
      sleepAndRepair();
    } catch (RuntimeException | Error another) {
      failure.addSuppressed(another);
    }
  }

  private int sleepAndRepair() {
    if (!ports.backend().isThere()) {
      return 0;
    }
    Due due =
        new Due(MOST, List.of(new OverdueMoves(ports, carrier), new IdleSandboxes(ports, carrier)));
    lanes.each(due::next, Runnable::run);
    return due.given();
  }

  /**
   * Settles at once what an earlier server left half done, deadlines or not: moves, and commands
   * that are counted in (M6). Only for a server that has the store and the backend for itself,
   * before it serves: nobody else can be at work on them then.
   */
  public void takeOver() {
    if (ports.backend().isThere()) {
      abandonedCommands.end(LATEST);
      lanes.each(
          ports.store().overdue(LATEST, MOST_TAKEN_OVER),
          row -> carrier.repair(row, "A move that a server left half done was settled."));
    }
  }
}
