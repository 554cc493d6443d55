package com.personalagentproxy.sandbox.http.mcp;

import static com.personalagentproxy.sandbox.http.Served.json;
import static com.personalagentproxy.sandbox.http.Served.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.machine.NoBackend;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class InitializeTest {

  private final Served served = new Served();

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25, 2025-11-25",
    "2025-06-18, 2025-06-18",
    "2025-03-26, 2025-03-26",
    "2024-11-05, 2025-11-25",
    "2026-07-28, 2025-11-25",
    "nonsense, 2025-11-25"
  })
  void agreesOnARevision(String asked, String agreed) {
    assertThat(initialize(served, asked).get("protocolVersion").stringValue()).isEqualTo(agreed);
  }

  @Test
  void saysWhoItIsAndWhatItCan() {
    JsonNode result = initialize(served, "2025-11-25");

    assertThat(result.get("serverInfo").toString())
        .isEqualTo("{\"name\":\"sandboxes\",\"title\":\"Sandboxes\",\"version\":\"1.2.3\"}");
    assertThat(result.get("capabilities").toString()).isEqualTo("{\"tools\":{}}");
  }

  @Test
  void tellsAnAgentThatMayUseSandboxesHow() {
    assertThat(initialize(served, "2025-11-25").get("instructions").stringValue())
        .startsWith("Sandboxes are computers that you ask for by name")
        .contains("“cat > notes.txt” with the content as stdin", "nohup", "not instructions");
  }

  @Test
  void tellsAnAgentThatMayNotWhyNot() {
    served.world.connections.set(
        served.world.ownConnection(World.own(served.world.laptop)).id(), Action.USE, false);

    assertThat(initialize(served, "2025-11-25").get("instructions").stringValue())
        .isEqualTo(
            "Using sandboxes is switched off for you on every connection. Ask the member you work for to turn “see” and “use” on, then connect again.");
  }

  @Test
  void tellsWhyNobodyMay() {
    served.world.experiments.turnOff(served.world.organization);

    assertThat(initialize(served, "2025-11-25").get("instructions").stringValue())
        .contains("your organization has the experiment “sandboxes” off");
    try (Served without = new Served(new World(Timing.USUAL, new NoBackend()))) {
      assertThat(initialize(without, "2025-11-25").get("instructions").stringValue())
          .contains("this server has no backend");
    }
  }

  @Test
  void wantsARevisionToBeNamed() {
    JsonNode error = json(served.post(request("initialize", "{}"))).get("error");

    assertThat(error.get("code").intValue()).isEqualTo(-32602);
    assertThat(error.get("message").stringValue())
        .isEqualTo(
            "params.protocolVersion is missing. Give a revision of the protocol, such as 2025-11-25.");
  }

  private static JsonNode initialize(Served at, String revision) {
    return at.result(
        "initialize",
        "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}"
            .formatted(revision));
  }
}
