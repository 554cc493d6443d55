package com.personalagentproxy.sandbox.web.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code SANDBOX_BACKEND=http://… ./sandboxes demo}: the story is told on agentOS machines, without
 * the one thing of it that they can't do.
 */
@Tag("once")
class AgentOsDemoTest {

  @TempDir Path folder;

  @Test
  @Timeout(900)
  void everyStepHoldsOnAgentOs() throws IOException {
    try (AgentOsProcess agentOs = AgentOsProcess.start(folder.resolve("machines"))) {
      Typed demo =
          Typed.in(
              Map.of(
                  "SANDBOX_HOME",
                  folder.resolve("home").toString(),
                  "SANDBOX_BACKEND",
                  agentOs.address(),
                  "SANDBOX_BACKEND_TOKEN",
                  AgentOsProcess.TOKEN),
              "demo");

      assertThat(demo.out())
          .contains("All 8 steps held.")
          .contains("agentOS ends what a command started in the background")
          .doesNotContain(AgentOsProcess.TOKEN);
      assertThat(demo.code()).as(demo.out()).isZero();
    }
  }
}
