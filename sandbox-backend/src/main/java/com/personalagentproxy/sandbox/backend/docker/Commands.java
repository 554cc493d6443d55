package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.Closeable;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Runs commands in machines that are awake, by lanes that this server keeps open in them. */
final class Commands implements Closeable {

  private static final Duration CERTAINTY = Duration.ofSeconds(20);
  private static final Duration LEAVE = Duration.ofSeconds(6);
  private static final int PAUSE_MILLIS = 50;

  /**
   * A machine as it was when it was last looked for.
   *
   * @param name its container's, which a move changes
   * @param usedAt when it was last looked for, on {@link System#nanoTime}
   */
  private record Known(String name, long generation, Lanes lanes, long usedAt) {

    Known used() {
      return new Known(name, generation, lanes, System.nanoTime());
    }

    /** Whether nothing is open there and nobody was about to open something. */
    boolean isUnused(Duration atLeast) {
      return System.nanoTime() - usedAt >= atLeast.toNanos() && lanes.isEmpty();
    }
  }

  /** What one command runs in. */
  private record Place(Lanes lanes, Lane lane) {}

  private final Engine engine;
  private final Containers containers;
  private final Moves moves;
  private final Execs execs;
  private final SecureRandom random = new SecureRandom();
  private final Map<MachineId, Known> known = new ConcurrentHashMap<>();
  private volatile boolean closed;

  Commands(Engine engine, Containers containers, Moves moves, Execs execs) {
    this.engine = engine;
    this.containers = containers;
    this.moves = moves;
    this.execs = execs;
  }

  Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    // Above what a program might set as a limit of its own; below what a shell reads as a number.
    long mark = (1L << 61) | (random.nextLong() >>> 4);
    Place place;
    try {
      place = place(machine, generation);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw notRun(interrupted);
    } catch (BackendException.Unreachable noAnswer) {
      // Nobody was asked to run it yet: who has stopped it needn't reckon with its running.
      throw Thread.currentThread().isInterrupted() ? notRun(noAnswer) : noAnswer;
    }
    Lane lane = place.lane();
    try {
      return lane.run(mark, command, stdout, stderr);
    } catch (Lane.Cut cut) {
      lane.close();
      // So that it is seen to that the command has ended, whoever waits for it.
      boolean isInterrupted = Thread.interrupted();
      try {
        return afterCut(machine, place.lanes().container(), mark, cut);
      } finally {
        if (isInterrupted) {
          Thread.currentThread().interrupt();
        }
      }
    } catch (RuntimeException | Error failure) {
      // A sink's, or ours: the lane isn't where it should be.
      lane.close();
      throw failure;
    }
  }

  private static BackendException notRun(Exception interrupted) {
    return new BackendException.Failed(
        "The server stopped waiting before the command was run, so it wasn't.", interrupted);
  }

  /**
   * A lane for one command. One that was waited for counts only if no move of another server came
   * meanwhile (M2).
   */
  private Place place(MachineId machine, Generation generation) throws InterruptedException {
    while (true) {
      Known now = known(machine, generation);
      Optional<Lane> free = now.lanes().free();
      if (free.isPresent()) {
        return new Place(now.lanes(), free.get());
      }
      Lane awaited = awaited(now.lanes(), machine, generation);
      boolean isCurrent = false;
      try {
        isCurrent = engine.has(now.name());
      } finally {
        if (!isCurrent) {
          now.lanes().giveBack(awaited);
        }
      }
      if (isCurrent) {
        return new Place(now.lanes(), awaited);
      }
    }
  }

  private Lane awaited(Lanes lanes, MachineId machine, Generation generation)
      throws InterruptedException {
    try {
      return lanes.await();
    } catch (RuntimeException noLane) {
      throw whyNotRun(machine, generation, noLane);
    }
  }

  /** Opens what the next commands in a machine that has just woken need. */
  void awaits(MachineId machine, Generation generation) {
    if (closed) {
      return;
    }
    engine
        .threads()
        .execute(
            () -> {
              try {
                known(machine, generation).lanes().openAhead();
              } catch (BackendException moved) {
                // It was moved meanwhile, or the engine is away: the next command will see.
              }
            });
  }

  /** The machine is asleep or gone. */
  void forget(MachineId machine) {
    Known old = known.remove(machine);
    if (old != null && old.lanes().busy() == 0) {
      old.lanes().close();
    }
  }

  /**
   * Closes what has been idle for a while, and forgets machines that are asleep or gone by a move
   * of another server.
   *
   * @param unused those in which nothing was run for so long; longer than a command waits for a
   *     lane
   */
  void closeIdle(Duration unused) {
    known.values().forEach(each -> each.lanes().closeIdle());
    known
        .keySet()
        .forEach(
            machine ->
                known.computeIfPresent(machine, (id, it) -> it.isUnused(unused) ? null : it));
  }

  /** How many machines are known. */
  int size() {
    return known.size();
  }

  /** Ends the commands that run for this server. */
  @Override
  public void close() {
    closed = true;
    known
        .values()
        .forEach(each -> each.lanes().abandon("The server was shut down while the command ran."));
    long latest = System.nanoTime() + LEAVE.toNanos();
    while (System.nanoTime() < latest
        && known.values().stream().anyMatch(each -> each.lanes().busy() > 0)) {
      if (!isPaused()) {
        break;
      }
    }
    known.values().forEach(each -> each.lanes().close());
  }

  /**
   * A machine that is awake, as far as is known. That no move came meanwhile is asked of the engine
   * each time: another server may have made it (M2).
   */
  private Known known(MachineId machine, Generation generation) {
    Known now = known.computeIfPresent(machine, (id, it) -> it.used());
    if (now != null && now.generation() <= generation.number() && engine.has(now.name())) {
      return now;
    }
    Found found = moves.current(machine, generation);
    if (!found.isRunning()) {
      forget(machine);
      throw new BackendException.MachineAsleep(machine);
    }
    return known.compute(
        machine,
        (id, old) ->
            new Known(
                found.name(),
                found.seen(),
                old != null && old.lanes().container().equals(found.container())
                    ? old.lanes()
                    : new Lanes(execs, machine, found.container(), engine.threads()),
                System.nanoTime()));
  }

  /** Why there is no lane: the machine was moved meanwhile, or else as the engine says. */
  private RuntimeException whyNotRun(
      MachineId machine, Generation generation, RuntimeException noLane) {
    if (!moves.current(machine, generation).isRunning()) {
      forget(machine);
      return new BackendException.MachineAsleep(machine);
    }
    return noLane instanceof BackendException
        ? noLane
        : new BackendException.Failed(
            "Machine %s fell asleep and woke up just now, so the command wasn't run. Try again."
                .formatted(machine),
            noLane);
  }

  /** Nobody says any more how it ended; it is seen to that it has ended. */
  private Outcome afterCut(MachineId machine, String container, long mark, Lane.Cut cut) {
    long latest = System.nanoTime() + CERTAINTY.toNanos();
    do {
      try {
        if (!containers.isRunning(container)) {
          return new Outcome.Lost(
              "The machine stopped while the command ran: it fell asleep or was deleted, or what keeps it awake was ended.");
        }
        if (execs.finish(container, mark)) {
          return cut.late
              ? new Outcome.TimedOut()
              : new Outcome.Lost(
                  "What runs commands in the machine was ended while the command ran, and so the"
                      + " command was.");
        }
      } catch (ConflictException | NotFoundException | BackendException changing) {
        // It is about to stop, or the engine is away.
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    } while (isPaused() && System.nanoTime() < latest);
    throw new BackendException.Unreachable(
        "The connection to machine %s was cut while the command ran, and whether it still runs couldn't be found out."
            .formatted(machine),
        cut);
  }

  private static boolean isPaused() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
