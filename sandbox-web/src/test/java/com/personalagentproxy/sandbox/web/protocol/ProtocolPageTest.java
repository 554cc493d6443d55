package com.personalagentproxy.sandbox.web.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.documentation.ShownCalls;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls that docs/backend-protocol.md shows, made as they stand. */
class ProtocolPageTest {

  @TempDir Path folder;

  @Test
  void everyCallThatThePageShowsDoesWhatItSays() throws Exception {
    List<String> calls = ShownCalls.of("backend-protocol.md");
    assertThat(calls).hasSize(8);
    try (ServiceProcess service = new ServiceProcess(folder)) {
      ShownCalls shell = shown(service);
      assertThat(shell.answer(calls.get(0))).startsWith("200 {\"protocol\":1,\"isolation\":");
      assertThat(shell.answer(calls.get(1))).startsWith("200 ").contains("awake", ":1");
      assertThat(shell.answer(calls.get(2))).startsWith("200 ").contains("asleep", ":2");
      assertThat(shell.answer(calls.get(3))).startsWith("200 ").contains("awake", ":3");
      assertThat(shell.answer(calls.get(4))).startsWith("200 ").contains("awake", "since");
      assertThat(shell.answer(calls.get(5)))
          .startsWith("200 {\"machines\":[{\"id\":\"11111111-2222-4333-8444-555555555555\"");
      assertThat(shell.answer(calls.get(6)))
          .startsWith("200 {\"stdout\":\"aGVsbG8K")
          .endsWith("{\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n");
      assertThat(shell.answer(calls.get(7))).isEqualTo("204 ");
    }
  }

  private ShownCalls shown(ServiceProcess service) {
    return new ShownCalls(
        folder,
        Map.of(
            "service",
            "http://127.0.0.1:" + service.port,
            "token",
            OfferedMachines.TOKEN,
            "mark",
            OfferedMachines.INSTALLATION.toString(),
            "id",
            "11111111-2222-4333-8444-555555555555"));
  }
}
