package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.Experiments;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executor;

/**
 * All that the domain asks of its surroundings.
 *
 * @param moves runs the second half of moves, each for as long as the backend takes, on threads
 *     that no vanished client interrupts (M11)
 * @param clock read through {@link #now}, which cuts to microseconds, as stores keep no more
 */
public record Ports(
    SandboxStore store,
    MachineBackend backend,
    Connections connections,
    Experiments experiments,
    Tasks tasks,
    SettledMoves settledMoves,
    Executor moves,
    InstantSource clock,
    Timing timing) {

  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
