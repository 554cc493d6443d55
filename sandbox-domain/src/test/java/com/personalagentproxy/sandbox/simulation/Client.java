package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.access.Agent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whoever calls use cases, on whichever server is up. */
abstract class Client {

  final Simulation simulation;
  final Chance chance;

  Client(Simulation simulation) {
    this.simulation = simulation;
    this.chance = simulation.chance;
  }

  abstract void play();

  /** A server that is up; waits until there is one. */
  SimulatedServer server() {
    while (true) {
      List<SimulatedServer> up = simulation.servers.stream().filter(SimulatedServer::isUp).toList();
      if (!up.isEmpty()) {
        return chance.pick(up);
      }
      simulation.scheduler.sleep(Duration.ofSeconds(2));
    }
  }

  Call call(Call.Kind kind, @Nullable Agent agent, String reference) {
    return new Call(kind, server(), agent, reference, simulation.nextWord());
  }

  /**
   * Calls a use case.
   *
   * @return its answer; empty if there was none
   */
  <T> Optional<T> ask(Call call, Supplier<T> useCase) {
    Actor self = simulation.scheduler.actor();
    simulation.judge.begins(call);
    self.call = call;
    self.life = call.server.life();
    simulation.story.tell(simulation.scheduler.now(), self, () -> call + " on " + call.server);
    try {
      T answer = useCase.get();
      simulation.judge.ends(call);
      simulation.story.tell(simulation.scheduler.now(), self, () -> call + " => " + answer);
      simulation.judge.answered(call);
      return Optional.of(answer);
    } catch (Life.Killed | Network.Away noAnswer) {
      simulation.judge.ends(call);
      simulation.story.tell(
          simulation.scheduler.now(),
          self,
          () -> call + " got no answer: " + noAnswer.getMessage());
      return Optional.empty();
    } finally {
      self.call = null;
      self.life = null;
    }
  }

  /** Does nothing for a while: mostly not at all, sometimes until idle and left open. */
  void rest() {
    int how = chance.below(100);
    if (how < 45) {
      return;
    }
    simulation.scheduler.sleep(
        how < 70
            ? chance.between(Duration.ofMillis(1), Duration.ofSeconds(5))
            : how < 90
                ? chance.between(Duration.ofSeconds(5), Duration.ofMinutes(5))
                : chance.between(Duration.ofMinutes(15), Duration.ofMinutes(45)));
  }
}
