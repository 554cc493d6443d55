package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Machines as containers of a Docker engine, one each. Any number of servers may use one engine,
 * and the same machines; the generations hold across them and survive all of them. Machines stay as
 * they are when a server stops; when the engine stops, they are asleep (M10).
 *
 * <p>A machine's root is root in a container with few capabilities, unless the address names
 * another user. Where {@code /bin/sh} isn't bash and {@code env} knows no {@code --default-signal},
 * a command that is ended by SIGINT or SIGPIPE can't be told from one that exits with 130 or 141;
 * it is reported as signalled. Safe for use by many threads.
 */
public final class DockerMachines implements MachineBackend, Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(DockerMachines.class);
  private static final int IDLE_SECONDS = 30;
  private static final Duration UNUSED = Duration.ofMinutes(10);
  private static final int CLEAR_SECONDS = 600;

  private final DockerAddress address;
  private final Engine engine;
  private final Containers containers;
  private final Tombstones tombstones;
  private final Image image;
  private final Moves moves;
  private final Commands commands;
  private final ScheduledExecutorService housekeeping =
      Executors.newSingleThreadScheduledExecutor(
          task -> Engine.daemon(task, "docker-housekeeping"));

  private DockerMachines(DockerAddress address, UUID installation) {
    this.address = address;
    engine = Engine.at(address.engine());
    NewContainer form = new NewContainer(address, installation, NewContainer.UNUSED_FOR);
    containers = new Containers(engine, form);
    tombstones = new Tombstones(engine, installation);
    image = new Image(engine, address.image());
    moves =
        new Moves(
            engine,
            containers,
            tombstones,
            image,
            new Mending(engine, containers, form),
            installation);
    commands = new Commands(engine, containers, moves, new Execs(engine, address.user()));
  }

  /**
   * Opens the machines at an engine, which needn't be there yet. An image that is missing is pulled
   * in the background.
   *
   * @param installation whose mark the machines bear that are made or moved from now on (M12)
   */
  public static DockerMachines open(DockerAddress address, UUID installation) {
    DockerMachines machines = new DockerMachines(address, installation);
    machines.image.prepare();
    machines.every(IDLE_SECONDS, () -> machines.commands.closeIdle(UNUSED));
    machines.every(CLEAR_SECONDS, machines::clear);
    return machines;
  }

  @Override
  public Isolation isolation() {
    return Isolation.CONTAINER;
  }

  @Override
  public String description() {
    return "Machines are containers of the image %s on the Docker engine at %s: their files, processes and users are apart from this computer and each other, with limits on memory, processors and processes; they share the engine's kernel and its network “%s”."
        .formatted(address.image(), address.engine(), address.network());
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    moves.make(machine, generation);
    commands.awaits(machine, generation);
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    moves.wake(machine, generation);
    commands.awaits(machine, generation);
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    moves.sleep(machine, generation);
    commands.forget(machine);
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    moves.delete(machine, generation);
    commands.forget(machine);
  }

  @Override
  public Condition inspect(MachineId machine) {
    return moves.inspect(machine);
  }

  /** The engine has no pages: each costs what all machines at the engine cost to list. */
  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    return containers.ours().stream()
        .filter(found -> after == null || found.machine().compareTo(after) > 0)
        .sorted(Comparator.comparing(Found::machine))
        .map(DockerMachines::listed)
        .limit(limit)
        .toList();
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    return commands.run(machine, generation, command, stdout, stderr);
  }

  /** Ends the commands that run for this server; machines stay as they are. */
  @Override
  public void close() throws IOException {
    housekeeping.shutdownNow();
    commands.close();
    engine.close();
  }

  private static Listed listed(Found found) {
    return new Listed(
        found.machine(),
        found.machineName().map(MachineName::generation).orElse(Generation.FIRST),
        found.isRunning() && !found.isDoomed() ? Condition.AWAKE : Condition.ASLEEP,
        found.machineName().map(MachineName::since).orElse(found.made()));
  }

  private void every(int seconds, Runnable chore) {
    ScheduledFuture<?> unused =
        housekeeping.scheduleWithFixedDelay(chore, seconds, seconds, TimeUnit.SECONDS);
  }

  /** Done now and then; for tests, at once. */
  void clear() {
    try {
      tombstones.clear(engine.now());
      moves.settle();
    } catch (BackendException away) {
      LOG.debug("{}", away.getMessage());
    }
  }
}
