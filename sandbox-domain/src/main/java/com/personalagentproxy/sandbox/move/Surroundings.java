package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.command.RunningOutputs;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Where the domain runs: its threads, its time, its notices and its new ids.
 *
 * @param clock what time it is; read through {@link Ports#now}
 * @param nanoTime measures how long something takes; never goes back, whatever the clock does
 * @param newIds ids that were never given before
 * @param runningOutputs what the commands that run here have printed so far, for people who look
 */
public record Surroundings(
    SettledMoves settledMoves,
    Background background,
    InstantSource clock,
    LongSupplier nanoTime,
    Supplier<UUID> newIds,
    RunningOutputs runningOutputs) {

  /** With the outputs of the commands that run in them, and of no others. */
  public Surroundings(
      SettledMoves settledMoves,
      Background background,
      InstantSource clock,
      LongSupplier nanoTime,
      Supplier<UUID> newIds) {
    this(settledMoves, background, clock, nanoTime, newIds, new RunningOutputs());
  }

  /** The surroundings of a single server process. */
  public static Surroundings of(Executor executor, InstantSource clock) {
    return new Surroundings(
        new LocalSettledMoves(),
        Background.on(executor),
        clock,
        System::nanoTime,
        UUID::randomUUID);
  }

  /** The same with these notices, such as ones that come from other servers too. */
  public Surroundings settledMoves(SettledMoves moves) {
    return new Surroundings(moves, background, clock, nanoTime, newIds, runningOutputs);
  }
}
