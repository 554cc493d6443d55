package com.personalagentproxy.sandbox.http.backend;

import static com.personalagentproxy.sandbox.http.backend.ServedBackend.MACHINE;
import static com.personalagentproxy.sandbox.http.backend.ServedBackend.error;
import static com.personalagentproxy.sandbox.http.backend.ServedBackend.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is wrong is refused as the service for agentOS refuses it: both are held to one list. */
class RefusedCallsTest {

  private static final Path CALLS =
      Path.of("..", "sandbox-backend", "agentos", "test", "refused-calls.json");
  private static final Pattern MANY = Pattern.compile("x\\{([0-9]+)}");
  private static final String HIGHEST = "{\"generation\":9007199254740991}";

  private final InMemoryMachines machines = new InMemoryMachines();
  private final ServedBackend served = new ServedBackend(machines);

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void callsThatAreWrongAreRefusedAndNothingIsDone() {
    served.call("PUT", "/machines/" + MACHINE, "{\"generation\":1}");
    JsonNode calls = JsonMapper.builder().build().readTree(CALLS.toFile());
    assertThat(calls).isNotEmpty();
    for (JsonNode call : calls) {
      String[] words = call.get(1).stringValue().replace("ID", MACHINE).split(" ", -1);
      assertThat(error(served.call(words[0], words[1], body(call))))
          .as(call.get(0).stringValue())
          .isEqualTo("400 invalid");
    }
    assertThat(machines.calls()).hasSize(1);
  }

  private static String body(JsonNode call) {
    return MANY.matcher(call.path(2).stringValue(""))
        .replaceAll(many -> "x".repeat(Integer.parseInt(many.group(1))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/jsonp", "application/x-www-form-urlencoded"})
  void aBodyThatIsNotSaidToBeJsonIsRefused(String type) {
    assertThat(
            error(
                served.send(
                    served
                        .to("/machines/" + MACHINE)
                        .header("Content-Type", type)
                        .PUT(BodyPublishers.ofString(HIGHEST)))))
        .isEqualTo("400 invalid");
  }

  @Test
  void theHighestGenerationIsTakenByEveryVerb() {
    String path = "/machines/" + MACHINE;
    assertThat(served.call("PUT", path, HIGHEST).statusCode()).isEqualTo(200);
    assertThat(json(served.call("GET", path)).get("generation").longValue())
        .isEqualTo(9007199254740991L);
    assertThat(served.call("DELETE", path + "?generation=9007199254740991").statusCode())
        .isEqualTo(204);
  }
}
