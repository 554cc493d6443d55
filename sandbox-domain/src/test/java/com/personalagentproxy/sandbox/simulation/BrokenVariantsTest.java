package com.personalagentproxy.sandbox.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulation finds what it is there to find: rules that were broken on purpose. */
@Tag("once")
class BrokenVariantsTest {

  /** As many as {@code SimulationTest} plays. */
  private static final long SEEDS = 20_000;

  @ParameterizedTest(name = "{0}")
  @MethodSource("variants")
  void isFound(BrokenVariant variant, @TempDir Path folder) throws Exception {
    Optional<String> found = variant.play(folder, SEEDS);
    assertThat(found).as("%s, within %s seeds", variant, SEEDS).isPresent();
    System.out.println("Broken on purpose: " + variant + ". Found: " + found.orElseThrow());
  }

  @Test
  void nothingIsFoundWhereNothingIsBroken(@TempDir Path folder) throws Exception {
    BrokenVariant sound =
        BrokenVariant.of("Nothing", "collection/Guard.java", "row.state()", "row.state()");
    assertThat(sound.play(folder, 500)).isEmpty();
  }

  static Stream<BrokenVariant> variants() {
    return BrokenVariants.ALL.stream();
  }
}
