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

  /** Goes a step from how things are; true when the move is done. */
  @FunctionalInterface
  private interface Step {
    boolean go(Sighting seen);
  }

  private final Engine engine;
  private final Containers containers;
  private final Tombstones tombstones;
  private final Image image;
  private final Mending mending;
  private final UUID installation;
  private final MachineLocks locks = new MachineLocks(PATIENCE);

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
        seen -> {
          if (seen.found().isEmpty()) {
            image.require();
            create(machine);
            return false;
          }
          Found it = seen.found().orElseThrow();
          if (seen.isBeingDeleted()) {
            containers.remove(it.name());
            return false;
          }
          return isStarted(it, generation);
        });
  }

  void wake(MachineId machine, Generation generation) {
    move("woken", machine, generation, seen -> isStarted(seen.kept(), generation));
  }

  void sleep(MachineId machine, Generation generation) {
    move(
        "put to sleep",
        machine,
        generation,
        seen ->
            raise(seen.kept(), generation, Course.ASLEEP)
                .map(MachineName::toString)
                .filter(name -> containers.stop(name) && engine.has(name))
                .isPresent());
  }

  void delete(MachineId machine, Generation generation) {
    move(
        "deleted",
        machine,
        generation,
        seen -> {
          if (seen.deleted() < generation.number()) {
            tombstones.put(machine, generation, engine.now());
            return false;
          }
          if (seen.found().isEmpty()) {
            mending.clear(machine);
            return true;
          }
          Found it = seen.found().orElseThrow();
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

  /**
   * Stops all machines of this installation that run though they were put to sleep: the engine may
   * begin to start one by a name that it loses meanwhile, for a server that is killed then.
   */
  void settle() {
    containers.ours().forEach(this::settle);
  }

  private void settle(Found it) {
    if (it.isFallingAsleep()) {
      containers.stop(it.name());
    }
  }

  Condition inspect(MachineId machine) {
    Optional<Found> found = containers.find(machine);
    long deleted = found.isPresent() ? tombstones.highest(machine) : 0;
    return new Sighting(machine, found, deleted).condition();
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
    Sighting seen = new Sighting(machine, found, deleted);
    seen.refuseStale(generation);
    return seen.kept();
  }

  private void move(String done, MachineId machine, Generation generation, Step step) {
    locks.alone(machine, () -> go(done, machine, generation, step));
  }

  private void go(String done, MachineId machine, Generation generation, Step step) {
    long latest = System.nanoTime() + PATIENCE.toNanos();
    for (int time = 0; ; time++) {
      Sighting seen = new Sighting(machine, containers.find(machine), tombstones.highest(machine));
      if (seen.deleted() > generation.number()) {
        // Made by a call that was overtaken: the deletion may have looked before it was there.
        seen.found()
            .filter(it -> it.machineName().isEmpty())
            .ifPresent(unborn -> containers.remove(unborn.name()));
      }
      if (seen.isStale(generation)) {
        // Perhaps this call started it, after the one that overtook it found it stopped.
        seen.found().ifPresent(this::settle);
      }
      seen.refuseStale(generation);
      if (step.go(seen)) {
        return;
      }
      if (System.nanoTime() > latest) {
        throw new BackendException.Unreachable(
            "Machine %s couldn't be %s in %s seconds: the engine is slow, or its container %s doesn't come to rest. Try again; if it stays so, look at it with docker inspect."
                .formatted(
                    machine, done, PATIENCE.toSeconds(), seen.found().map(Found::name).orElse("")),
            null);
      }
      if (time > 3) {
        pause("machine " + machine);
      }
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

  /** Waits for a moment for what comes of something. */
  static void pause(String something) {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new BackendException.Unreachable(
          "The server stopped waiting for %s.".formatted(something), interrupted);
    }
  }
}
