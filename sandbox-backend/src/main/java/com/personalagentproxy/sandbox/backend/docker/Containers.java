package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.RestartPolicy;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The containers that are machines. One is known by its label alone: without it, it is somebody
 * else's and is never touched, whatever its name. Each change is asked by the name that was seen,
 * and comes back false if no container has it any more.
 */
final class Containers {

  static final String HOME = "/home/agent";
  static final String MACHINE_LABEL = "com.personalagentproxy.sandbox.machine";
  static final String INSTALLATION_LABEL = "com.personalagentproxy.sandbox.installation";

  /** What apt, dpkg and git as root need, and KILL to end what another user in there runs. */
  private static final Capability[] CAPABILITIES = {
    Capability.CHOWN,
    Capability.DAC_OVERRIDE,
    Capability.FOWNER,
    Capability.FSETID,
    Capability.SETGID,
    Capability.SETUID,
    Capability.KILL
  };

  /** So that the processes that run commands have room besides those of the commands. */
  private static final long RUNNING_PIDS = 8L * Lanes.MOST;

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int STOP_SECONDS = 5;

  /**
   * A container that was found.
   *
   * @param name as it is, with which to ask anything of it
   * @param machineName what the name says; absent for one that isn't born yet
   * @param installation whose mark it bears
   */
  record Found(
      String container,
      String name,
      Optional<MachineName> machineName,
      MachineId machine,
      UUID installation,
      Instant made,
      String state) {

    long seen() {
      return machineName.map(it -> it.generation().number()).orElse(0L);
    }

    boolean isDoomed() {
      return machineName.map(MachineName::doomed).orElse(false);
    }

    boolean isRunning() {
      return state.equals("running");
    }

    /** Whether the engine is at removing it, or has failed to. */
    boolean isGoing() {
      return state.equals("removing") || state.equals("dead");
    }
  }

  private final Engine engine;
  private final DockerAddress address;
  private final UUID installation;

  Containers(Engine engine, DockerAddress address, UUID installation) {
    this.engine = engine;
    this.address = address;
    this.installation = installation;
  }

  /**
   * The machine's container. When two servers made one each, the first counts, and the other, in
   * which nothing can have run yet, is removed: one is started only when it was seen to be the only
   * or the first one. The first is the one that was made first: both had the same unborn name in
   * turn.
   */
  Optional<Found> find(MachineId machine) {
    List<Found> all = list(Map.of(MACHINE_LABEL, machine.toString()));
    if (all.size() > 1) {
      all = all.stream().sorted(Comparator.comparing(this::madeExactly)).toList();
      all.stream()
          .skip(1)
          .filter(second -> second.state().equals("created"))
          .forEach(second -> remove(second.name()));
    }
    return all.stream().findFirst();
  }

  /** All of this installation. */
  List<Found> ours() {
    return all().stream().filter(found -> found.installation().equals(installation)).toList();
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
        .flatMap(Containers::found)
        .toList();
  }

  private List<Found> list(Map<String, String> labels) {
    return engine
        .ask(
            "look for a machine",
            Engine.USUAL,
            client -> client.listContainersCmd().withShowAll(true).withLabelFilter(labels).exec())
        .stream()
        .flatMap(Containers::found)
        .toList();
  }

  private static Stream<Found> found(Container container) {
    try {
      MachineId machine =
          new MachineId(UUID.fromString(String.valueOf(container.getLabels().get(MACHINE_LABEL))));
      String name =
          Stream.of(container.getNames())
              .map(each -> each.startsWith("/") ? each.substring(1) : each)
              .filter(each -> each.indexOf('/') < 0)
              .findFirst()
              .orElse("");
      Optional<MachineName> said =
          MachineName.parse(name).filter(it -> it.machine().equals(machine));
      // Neither born nor unborn: somebody gave it another name, or the label is nobody's of ours.
      if (said.isEmpty() && !name.equals(MachineName.unborn(machine))) {
        return Stream.empty();
      }
      UUID installation =
          said.map(MachineName::installation)
              .orElseGet(
                  () ->
                      UUID.fromString(
                          String.valueOf(container.getLabels().get(INSTALLATION_LABEL))));
      return Stream.of(
          new Found(
              container.getId(),
              name,
              said,
              machine,
              installation,
              Instant.ofEpochSecond(container.getCreated()),
              String.valueOf(container.getState())));
    } catch (IllegalArgumentException notOurs) {
      return Stream.empty();
    }
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
      engine.ask("make machine " + machine, LONG, client -> creation(client, machine).exec());
      return true;
    } catch (ConflictException another) {
      return false;
    }
  }

  private CreateContainerCmd creation(DockerClient client, MachineId machine) {
    HostConfig limits =
        HostConfig.newHostConfig()
            .withInit(true)
            .withMemory(address.memory())
            .withMemorySwap(address.memory())
            .withNanoCPUs(address.nanoCpus())
            .withPidsLimit(address.pids() + RUNNING_PIDS)
            .withNetworkMode(address.network())
            .withCapDrop(Capability.ALL)
            .withCapAdd(CAPABILITIES)
            .withSecurityOpts(List.of("no-new-privileges"))
            .withRestartPolicy(RestartPolicy.noRestart())
            .withLogConfig(new LogConfig(LogConfig.LoggingType.NONE));
    List<String> environment = new ArrayList<>();
    environment.add("HOME=" + HOME);
    environment.add("TMPDIR=/tmp");
    environment.add("LANG=C.UTF-8");
    environment.add("TERM=dumb");
    environment.add("SANDBOX_MACHINE=" + machine);
    return client
        .createContainerCmd(address.image())
        .withName(MachineName.unborn(machine))
        .withLabels(
            Map.of(MACHINE_LABEL, machine.toString(), INSTALLATION_LABEL, installation.toString()))
        .withHostName("sandbox")
        .withUser("0:0")
        .withWorkingDir("/")
        .withEnv(environment)
        .withEntrypoint("/bin/sh", "-c", Scripts.KEEPER)
        .withCmd("keeper", address.user())
        .withHostConfig(limits);
  }

  /** Gives it another name. */
  boolean rename(String from, MachineName to) {
    try {
      return isDone(
          "name machine " + to.machine(),
          Engine.USUAL,
          client -> client.renameContainerCmd(from).withName(to.toString()).exec());
    } catch (BackendException.Failed refused) {
      // Another call gave it that very name between the engine's look and its deed.
      if (String.valueOf(refused.getMessage()).contains("same name")) {
        return false;
      }
      throw refused;
    }
  }

  /** Starts it, unless it runs. */
  boolean start(String name) {
    return isDone("wake " + name, LONG, client -> client.startContainerCmd(name).exec());
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
    return isDone(
        "delete " + name,
        LONG,
        client -> client.removeContainerCmd(name).withForce(true).withRemoveVolumes(true).exec());
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
              .formatted(what, Engine.sentence(String.valueOf(missing.getMessage()))),
          missing);
    }
  }
}
