package com.personalagentproxy.sandbox.backend.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people are told of a jail. */
class BubblewrapTest {

  @Test
  void aJailThatCannotRefuseTheKernelsKeysSaysSo() {
    assertThat(jail(false).description()).contains("keyctl");
    assertThat(jail(true).description()).doesNotContain("keyctl");
  }

  private static Bubblewrap jail(boolean filtered) {
    return new Bubblewrap(
        Path.of("/data"), Identity.MAPPED_FOR_GOOD, true, true, filtered, List.of());
  }
}
