package com.personalagentproxy.sandbox.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A key of whoever makes a sandbox outlives the server that took it. */
@Tag("once")
class IdempotencyTest {

  private final InMemoryMachines machines = new InMemoryMachines();
  private final HttpClient client = HttpClient.newHttpClient();

  private SandboxServer start(Path home) {
    Map<String, String> environment =
        Map.of("SANDBOX_HOME", home.toString(), "SANDBOX_PORT", "0", "SANDBOX_BACKEND", "dev");
    return QuickServer.start(
        ((Configuration.Reading.Right) Configuration.read(environment, home)).configuration(),
        machines);
  }

  private HttpResponse<String> make(SandboxServer server, String token, String name)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + "/api/sandboxes"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "\"once\"")
            .POST(BodyPublishers.ofString("{\"name\":\"" + name + "\"}"))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void aKeyMakesNothingTwiceAfterTheServerWasStartedAnew(@TempDir Path home) throws Exception {
    String token;
    HttpResponse<String> first;
    try (SandboxServer server = start(home)) {
      token = server.firstStart().orElseThrow().token().text();
      first = make(server, token, "build");
    }
    try (SandboxServer server = start(home)) {
      HttpResponse<String> again = make(server, token, "build");
      HttpResponse<String> other = make(server, token, "docs");

      assertThat(again.statusCode()).isEqualTo(201);
      assertThat(id(again)).isEqualTo(id(first));
      assertThat(again.headers().firstValue("Location"))
          .isEqualTo(first.headers().firstValue("Location"));
      assertThat(other.statusCode()).isEqualTo(400);
      assertThat(machines.machines()).hasSize(1);
    }
  }

  private static String id(HttpResponse<String> made) {
    return JsonMapper.builder().build().readTree(made.body()).get("id").stringValue();
  }
}
