package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Container;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The containers that are machines. One is known by its label alone: without it, it is somebody
 * else's and is never touched, whatever its name. Each change is asked by the name that was seen,
 * and comes back false if no container has it any more.
 */
final class Containers {

  static final String MACHINE_LABEL = "com.personalagentproxy.sandbox.machine";
  static final String INSTALLATION_LABEL = "com.personalagentproxy.sandbox.installation";

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int STOP_SECONDS = 5;

  /** What an engine says of a container whose beginning it has forgotten, but not what runs it. */
  private static final Pattern STARTED_ALREADY =
      Pattern.compile("task .*already exists|failed to start shim: mkdir .*file exists");

  /** What it says while that still runs, or is ending since the engine was started again. */
  private static final String RUNS_YET = "id already in use";

  /** So long what runs in a machine may take to end when it is told to, and a moment more. */
  private static final Duration ENDING = Duration.ofSeconds(4);

  /**
   * What it says of one that runs when it has forgotten what joins it to its network, which it
   * wants to name too. One that is stopped has no such thing.
   */
  private static final Pattern NETWORK_IS_LOST = Pattern.compile("sandbox [0-9a-f]{64} not found");

  private final Engine engine;
  private final NewContainer made;

  Containers(Engine engine, NewContainer made) {
    this.engine = engine;
    this.made = made;
  }

  /**
   * The machine's container. When two servers made one each, the first counts, and the other, in
   * which nothing can have run yet, is removed: one is started only when it was seen to be the only
   * or the first one. The first is the one that was made first: both had the same unborn name in
   * turn. One that can't be started any more counts until another has taken its place.
   */
  Optional<Found> find(MachineId machine) {
    List<Found> all = of(machine).stream().flatMap(each -> Found.of(each).stream()).toList();
    all.stream()
        .filter(stuck -> all.stream().anyMatch(stuck::hasGivenWayTo))
        .forEach(stuck -> removeAlone(stuck.name()));
    List<Found> left = withoutThoseThatGaveWay(all);
    if (left.size() > 1) {
      left = left.stream().sorted(Comparator.comparing(this::madeExactly)).toList();
      left.stream()
          .skip(1)
          .filter(second -> second.state().equals("created"))
          .forEach(second -> remove(second.name()));
    }
    return left.stream().findFirst();
  }

  private static List<Found> withoutThoseThatGaveWay(List<Found> all) {
    return all.stream()
        .filter(each -> !each.isStuck() || all.stream().noneMatch(each::hasGivenWayTo))
        .toList();
  }

  /** All of this installation. */
  List<Found> ours() {
    return withoutThoseThatGaveWay(all()).stream()
        .filter(found -> found.installation().equals(made.installation()))
        .toList();
  }

  private List<Found> all() {
    return engine
        .ask(
            "list machines",
            LONG,
            client ->
                client
                    .listContainersCmd()
                    .withShowAll(true)
                    .withLabelFilter(List.of(MACHINE_LABEL))
                    .exec())
        .stream()
        .flatMap(each -> Found.of(each).stream())
        .toList();
  }

  /** All that bear its mark, whatever their names. */
  List<Container> of(MachineId machine) {
    return engine.ask(
        "look for a machine",
        Engine.USUAL,
        client ->
            client
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Map.of(MACHINE_LABEL, machine.toString()))
                .exec());
  }

  private Instant madeExactly(Found found) {
    try {
      return Instant.parse(
          String.valueOf(
              engine
                  .ask(
                      "look at a machine",
                      Engine.USUAL,
                      client -> client.inspectContainerCmd(found.container()).exec())
                  .getCreated()));
    } catch (NotFoundException removedMeanwhile) {
      return Instant.MAX;
    }
  }

  /** Whether a machine's container runs, told by its id. */
  boolean isRunning(String container) {
    try {
      InspectContainerResponse.ContainerState state =
          engine
              .ask(
                  "look at a machine",
                  Engine.USUAL,
                  client -> client.inspectContainerCmd(container).exec())
              .getState();
      return Boolean.TRUE.equals(state.getRunning());
    } catch (NotFoundException gone) {
      return false;
    }
  }

  /**
   * Makes a container that isn't born yet and doesn't run; false if there is one already.
   *
   * @throws NotFoundException if there is no such image
   */
  boolean create(MachineId machine) {
    try {
      engine.ask("make machine " + machine, LONG, client -> made.unborn(client, machine).exec());
      return true;
    } catch (ConflictException another) {
      return false;
    }
  }

  /** Gives it another name. */
  boolean rename(String from, MachineName to) {
    try {
      return isRenamed(from, to);
    } catch (BackendException.Failed refused) {
      String why = String.valueOf(refused.getMessage());
      // Another call gave it that very name between the engine's look and its deed.
      if (why.contains("same name")) {
        return false;
      }
      if (NETWORK_IS_LOST.matcher(why).find()) {
        return stop(from) && isRenamed(from, to);
      }
      throw refused;
    }
  }

  private boolean isRenamed(String from, MachineName to) {
    return isDone(
        "name machine " + to.machine(),
        Engine.USUAL,
        client -> client.renameContainerCmd(from).withName(to.toString()).exec());
  }

  /** What came of starting a container. */
  enum Start {
    DONE,
    /** It has no such name any more. */
    OVERTAKEN,
    /** The engine was killed while it started it, and takes it for started; it never starts it. */
    STUCK
  }

  /** Starts it, unless it runs. */
  Start start(String name) {
    long latest = System.nanoTime() + ENDING.toNanos();
    while (true) {
      try {
        return isDone("wake " + name, LONG, client -> client.startContainerCmd(name).exec())
            ? Start.DONE
            : Start.OVERTAKEN;
      } catch (BackendException.Failed refused) {
        String why = String.valueOf(refused.getMessage());
        boolean runsYet = why.contains(RUNS_YET);
        if (!runsYet && !STARTED_ALREADY.matcher(why).find()) {
          throw refused;
        }
        if (!runsYet || System.nanoTime() > latest) {
          return Start.STUCK;
        }
        Moves.pause(name);
      }
    }
  }

  /** Ends all that runs in it, after a moment of grace. */
  boolean stop(String name) {
    return isDone(
        "put to sleep " + name,
        LONG,
        client -> client.stopContainerCmd(name).withTimeout(STOP_SECONDS).exec());
  }

  /** Removes it and all it keeps; it may take a moment until it is gone. */
  boolean remove(String name) {
    return remove(name, true);
  }

  /** Removes it, but no volume, since another has them. */
  boolean removeAlone(String name) {
    return remove(name, false);
  }

  private boolean remove(String name, boolean withVolumes) {
    return isDone(
        "delete " + name,
        LONG,
        client ->
            client.removeContainerCmd(name).withForce(true).withRemoveVolumes(withVolumes).exec());
  }

  /** False if it has no such name any more, or another has it, or it is on its way out. */
  private boolean isDone(String what, Duration patience, Consumer<DockerClient> question) {
    try {
      engine.ask(
          what,
          patience,
          client -> {
            question.accept(client);
            return true;
          });
      return true;
    } catch (NotModifiedException alreadySo) {
      return true;
    } catch (ConflictException overtaken) {
      return false;
    } catch (NotFoundException missing) {
      if (String.valueOf(missing.getMessage()).contains("No such container")) {
        return false;
      }
      // Such as the network that the address names.
      throw new BackendException.Failed(
          "The Docker engine can't %s: %s"
              .formatted(what, Failures.sentence(String.valueOf(missing.getMessage()))),
          missing);
    }
  }
}
