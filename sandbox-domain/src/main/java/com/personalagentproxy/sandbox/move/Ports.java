package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.Experiments;
import com.personalagentproxy.sandbox.access.Standings;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.command.RunningOutputs;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * All that the domain asks of its surroundings.
 *
 * @param standings what {@code connections} and {@code experiments} say of an agent, in one go
 * @param shortcut what {@code store}, {@code tasks} and {@code activity} do together, in one go
 * @param chronicle what became of the {@code store}'s rows
 */
public record Ports(
    SandboxStore store,
    MachineBackend backend,
    Connections connections,
    Experiments experiments,
    Tasks tasks,
    Activity activity,
    Standings standings,
    Shortcut shortcut,
    Chronicle chronicle,
    Surroundings surroundings,
    Timing timing) {

  /** With what can be asked of these ports alone, if in more steps. */
  public Ports(
      SandboxStore store,
      MachineBackend backend,
      Connections connections,
      Experiments experiments,
      Tasks tasks,
      Activity activity,
      Surroundings surroundings,
      Timing timing) {
    this(
        store,
        backend,
        connections,
        experiments,
        tasks,
        activity,
        Standings.of(experiments, connections),
        Shortcut.none(store, tasks),
        Chronicle.none(store),
        surroundings,
        timing);
  }

  /** The same with a chronicle that the store's writes are in. */
  public Ports chronicle(Chronicle other) {
    return new Ports(
        store,
        backend,
        connections,
        experiments,
        tasks,
        activity,
        standings,
        shortcut,
        other,
        surroundings,
        timing);
  }

  /**
   * What time it is, cut to microseconds, as stores keep no more. A clock that is set to before
   * {@link Sandbox#EARLIEST} or after {@link Sandbox#LATEST} counts as standing still there, so
   * that every time can be kept, reckoned with and read back.
   */
  public Instant now() {
    Instant now = surroundings.clock().instant();
    if (now.isBefore(Sandbox.EARLIEST)) {
      return Sandbox.EARLIEST;
    }
    return now.isAfter(Sandbox.LATEST) ? Sandbox.LATEST : now.truncatedTo(ChronoUnit.MICROS);
  }

  /** Measures from now on. */
  public Stopwatch stopwatch() {
    return new Stopwatch(surroundings.nanoTime());
  }

  /** An id that was never given before. */
  public UUID newId() {
    return surroundings.newIds().get();
  }

  /** Where who waits for a move gets notice of it. */
  public SettledMoves settledMoves() {
    return surroundings.settledMoves();
  }

  /** What the commands that run here have printed so far. */
  public RunningOutputs runningOutputs() {
    return surroundings.runningOutputs();
  }

  /** What does the second half of moves. */
  public Background background() {
    return surroundings.background();
  }
}
