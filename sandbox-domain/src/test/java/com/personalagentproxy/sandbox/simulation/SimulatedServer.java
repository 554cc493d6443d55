package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.Experiments;
import com.personalagentproxy.sandbox.access.Standings;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.collection.InMemoryShortcut;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Census;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Duration;

/** A server that runs the real use cases, with a clock of its own, and can be killed. */
final class SimulatedServer {

  private final String name;
  private final Scheduler scheduler;
  private final Chance chance;
  private final Story story;
  private final Duration skew;
  private Life life;

  final Ports ports;
  final Sandboxes sandboxes;
  final Console console;
  final Sweeper sweeper;
  final Census census;

  SimulatedServer(
      String name, Installation shared, Network network, SimulatedThreads threads, Chance chance) {
    this.name = name;
    this.scheduler = shared.scheduler;
    this.chance = chance;
    this.story = shared.story;
    this.skew =
        chance.between(Duration.ZERO, Judge.MOST_SKEW.multipliedBy(2)).minus(Judge.MOST_SKEW);
    this.life = new Life(name);
    SandboxStore store = network.port(SandboxStore.class, shared.storeThatLags(), this);
    Connections connections = network.port(Connections.class, shared.connections, this);
    Experiments experiments = network.port(Experiments.class, shared.experiments, this);
    Tasks tasks = network.port(Tasks.class, shared.tasks, this);
    this.ports =
        new Ports(
            store,
            network.port(MachineBackend.class, shared.machines, this),
            connections,
            experiments,
            tasks,
            network.port(Activity.class, shared.activity, this),
            Standings.of(experiments, connections),
            chance.oneIn(2)
                ? network.port(
                    Shortcut.class, new InMemoryShortcut(shared.store, shared.tasks), this)
                : Shortcut.none(store, tasks),
            Chronicle.none(store),
            new Surroundings(
                threads.settledMoves(),
                threads,
                () -> shared.now().plus(skew),
                scheduler::now,
                chance::id),
            Timing.USUAL.orphanKept(Judge.ORPHANS_KEPT));
    this.sandboxes = new Sandboxes(ports);
    this.console = new Console(ports);
    this.sweeper = new Sweeper(ports);
    this.census = new Census(ports);
  }

  /** The life it has now; nobody may begin anything on one that is over. */
  Life life() {
    return life;
  }

  boolean isUp() {
    return !life.isOver();
  }

  /** Whatever runs on it stops where it is, and it comes back after a while. */
  void kill() {
    if (life.isOver()) {
      return;
    }
    story.tell(scheduler.now(), name, () -> "is killed");
    Life dead = life;
    dead.end();
    scheduler.wakeAllOn(dead);
    scheduler.start(
        name,
        null,
        () -> {
          scheduler.sleep(chance.between(Duration.ofSeconds(1), Duration.ofMinutes(5)));
          start();
        });
  }

  /** Starts it again, if it is down. */
  void start() {
    if (life.isOver()) {
      life = new Life(name);
      story.tell(scheduler.now(), name, () -> "is up again");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
