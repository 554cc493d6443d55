package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.exception.NotFoundException;
import com.personalagentproxy.sandbox.backend.docker.MachineName.Course;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * The life of machines. Any number of servers may move the same machine at once, and each may be
 * killed at any instant: a move first raises the generation in the container's name, from the name
 * that it saw; then it acts by the new name, and looks whether that is still the name. Whenever the
 * engine doesn't know a name any more, another move came between: the move starts over with what is
 * there now, and is refused once something higher was seen. A deletion leaves its tombstone before
 * it looks for a container, a make looks for tombstones after it has made one: so one of the two
 * sees the other.
 */
final class Moves {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PAUSE_MILLIS = 50;

  /** So many machines can be moved at once by one server; more than a server does (M9). */
  private static final int LOCKS = 256;

  /** Goes a step from how things are; true when the move is done. */
  @FunctionalInterface
  private interface Step {
    boolean go(Optional<Found> found, long deleted);
  }

  private final Engine engine;
  private final Containers containers;
  private final Tombstones tombstones;
  private final Image image;
  private final Mending mending;
  private final UUID installation;
  private final ReentrantLock[] locks =
      IntStream.range(0, LOCKS).mapToObj(n -> new ReentrantLock()).toArray(ReentrantLock[]::new);

  Moves(
      Engine engine,
      Containers containers,
      Tombstones tombstones,
      Image image,
      Mending mending,
      UUID installation) {
    this.engine = engine;
    this.containers = containers;
    this.tombstones = tombstones;
    this.image = image;
    this.mending = mending;
    this.installation = installation;
  }

  void make(MachineId machine, Generation generation) {
    move(
        "made",
        machine,
        generation,
        (found, deleted) -> {
          if (found.isEmpty()) {
            image.require();
            create(machine);
            return false;
          }
          Found it = found.orElseThrow();
          if (isDeleted(it, deleted)) {
            containers.remove(it.name());
            return false;
          }
          return isStarted(it, generation);
        });
  }

  void wake(MachineId machine, Generation generation) {
    move(
        "woken",
        machine,
        generation,
        (found, deleted) -> {
          Found it = kept(machine, found, deleted);
          return isStarted(it, generation);
        });
  }

  void sleep(MachineId machine, Generation generation) {
    move(
        "put to sleep",
        machine,
        generation,
        (found, deleted) -> {
          Found it = kept(machine, found, deleted);
          return raise(it, generation, Course.ASLEEP)
              .map(MachineName::toString)
              .filter(name -> containers.stop(name) && engine.has(name))
              .isPresent();
        });
  }

  void delete(MachineId machine, Generation generation) {
    move(
        "deleted",
        machine,
        generation,
        (found, deleted) -> {
          if (deleted < generation.number()) {
            tombstones.put(machine, generation, engine.now());
            return false;
          }
          if (found.isEmpty()) {
            mending.clear(machine);
            return true;
          }
          Found it = found.orElseThrow();
          if (it.isGoing()) {
            // Again, should the engine have failed at it.
            containers.remove(it.container());
          } else if (it.isDoomed()) {
            containers.remove(it.name());
          } else {
            raise(it, generation, Course.DOOMED);
          }
          return false;
        });
  }

  Condition inspect(MachineId machine) {
    Optional<Found> found = containers.find(machine);
    if (found.isEmpty() || isDeleted(found.get(), tombstones.highest(machine))) {
      return Condition.ABSENT;
    }
    return found.get().isRunning() ? Condition.AWAKE : Condition.ASLEEP;
  }

  /**
   * The machine's container, for a call of that generation that changes nothing.
   *
   * @throws BackendException.StaleGeneration if a higher one was seen
   * @throws BackendException.MachineGone if there is none
   */
  Found current(MachineId machine, Generation generation) {
    Optional<Found> found = containers.find(machine);
    long deleted = found.filter(it -> !it.isDoomed()).isPresent() ? 0 : tombstones.highest(machine);
    refuseStale(machine, generation, found, deleted);
    return kept(machine, found, deleted);
  }

  private void move(String done, MachineId machine, Generation generation, Step step) {
    ReentrantLock lock = locks[Math.floorMod(machine.hashCode(), LOCKS)];
    long latest = System.nanoTime() + PATIENCE.toNanos();
    if (!isTaken(lock)) {
      throw new BackendException.Unreachable(
          "Machine %s is busy with another move. Try again.".formatted(machine), null);
    }
    try {
      for (int time = 0; ; time++) {
        Optional<Found> found = containers.find(machine);
        long deleted = tombstones.highest(machine);
        if (deleted > generation.number()) {
          // Made by a call that was overtaken: the deletion may have looked before it was there.
          found
              .filter(it -> it.machineName().isEmpty())
              .ifPresent(unborn -> containers.remove(unborn.name()));
        }
        refuseStale(machine, generation, found, deleted);
        if (step.go(found, deleted)) {
          return;
        }
        if (System.nanoTime() > latest) {
          throw new BackendException.Unreachable(
              "Machine %s couldn't be %s in %s seconds: the engine is slow, or its container %s doesn't come to rest. Try again; if it stays so, look at it with docker inspect."
                  .formatted(
                      machine, done, PATIENCE.toSeconds(), found.map(Found::name).orElse("")),
              null);
        }
        if (time > 3) {
          pause(machine);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void create(MachineId machine) {
    try {
      containers.create(machine);
    } catch (NotFoundException imageIsGone) {
      image.isMissing();
      image.require();
    }
  }

  /**
   * Gives the container that generation and course, if it hasn't got them; its name then, with
   * which to go on. Empty if another move came between, or if it was born just now: then it is to
   * be looked at once more, since another may have been born before it.
   */
  private Optional<MachineName> raise(Found it, Generation generation, Course course) {
    MachineName name = it.named(installation, generation, course, engine::now);
    if (it.name().equals(name.toString())) {
      return Optional.of(name);
    }
    return containers.rename(it.name(), name) && it.machineName().isPresent()
        ? Optional.of(name)
        : Optional.empty();
  }

  private boolean isStarted(Found it, Generation generation) {
    // A sleep that is overtaken stops it yet: only when it has can it be started.
    if (it.isFallingAsleep() && !containers.stop(it.name())) {
      return false;
    }
    Optional<MachineName> name = raise(it, generation, Course.AWAKE);
    if (name.isEmpty()) {
      return false;
    }
    return switch (containers.start(name.get().toString())) {
      case DONE -> engine.has(name.get().toString());
      case OVERTAKEN -> false;
      case STUCK -> {
        mending.mend(name.get());
        yield false;
      }
    };
  }

  private static void refuseStale(
      MachineId machine, Generation asked, Optional<Found> found, long deleted) {
    long seen = Math.max(found.map(Found::seen).orElse(0L), deleted);
    if (asked.number() < seen) {
      throw new BackendException.StaleGeneration(machine, asked, new Generation(seen));
    }
  }

  private static Found kept(MachineId machine, Optional<Found> found, long deleted) {
    return found
        .filter(it -> !isDeleted(it, deleted))
        .orElseThrow(() -> new BackendException.MachineGone(machine));
  }

  /**
   * Whether its deletion has begun. One that was made again at that generation is not deleted, nor
   * is one that isn't born yet: it came after.
   */
  private static boolean isDeleted(Found found, long deleted) {
    return found.isDoomed()
        || found.isGoing()
        || (found.machineName().isPresent() && found.seen() < deleted);
  }

  private static boolean isTaken(ReentrantLock lock) {
    try {
      return lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void pause(MachineId machine) {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new BackendException.Unreachable(
          "The server stopped waiting for machine %s.".formatted(machine), interrupted);
    }
  }
}
