package com.personalagentproxy.sandbox.simulation;

import java.time.Duration;

/** What happens to the backend's machines, whatever anybody asks. */
final class Weather {

  private final Simulation simulation;
  private final Chance chance;

  Weather(Simulation simulation) {
    this.simulation = simulation;
    this.chance = simulation.chance;
  }

  void play() {
    SimulatedMachines machines = simulation.installation.machines;
    while (simulation.mayGoWrong()) {
      simulation.scheduler.sleep(chance.between(Duration.ofSeconds(10), Duration.ofMinutes(40)));
      if (!simulation.mayGoWrong()) {
        return;
      }
      int what = chance.below(100);
      simulation.judge.weather();
      simulation.story.tell(simulation.scheduler.now(), "the backend", () -> "has weather " + what);
      if (what < 60) {
        machines.restart();
      } else if (what < 75) {
        machines.loseOne();
      } else if (what < 90) {
        machines.findAll();
      } else {
        machines.restart();
        machines.forget();
      }
    }
  }
}
