package com.personalagentproxy.sandbox.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The rules hold in every world that a seed makes.
 *
 * <p>{@code -Dsimulation.seed=N} tells the story of one seed; {@code -Dsimulation.seeds=N} plays so
 * many; {@code -Dsimulation.for=PT10M}, as the profile {@code soak} has it, plays new ones for so
 * long.
 */
class SimulationTest {

  private static final String SEED = "simulation.seed";
  private static final String SOAK = "simulation.for";

  /** What happens in a world is decided by its seed, not by the Java that plays it. */
  @Tag("once")
  @Test
  void noWorldBreaksARule() {
    String one = System.getProperty(SEED, "");
    if (!one.isEmpty()) {
      System.out.println(Seeds.story(Long.parseLong(one)));
    }
    String soak = System.getProperty(SOAK, "");
    long count = one.isEmpty() ? Long.getLong("simulation.seeds", 20_000) : 1;
    Seeds seeds =
        soak.isEmpty()
            ? Seeds.play(one.isEmpty() ? 0 : Long.parseLong(one), count)
            : Seeds.playFor(System.nanoTime(), Duration.parse(soak));
    System.out.println("Simulation: " + seeds);
    seeds.failed().ifPresent(failed -> fail(failed.story()));
    assertThat(seeds.played()).isGreaterThanOrEqualTo(soak.isEmpty() ? count : 1);
  }

  @Test
  void aSeedRepeatsExactly() {
    for (long seed = 0; seed < 50; seed++) {
      assertThat(Seeds.story(seed)).endsWith("Nothing was wrong.").isEqualTo(Seeds.story(seed));
    }
  }
}
