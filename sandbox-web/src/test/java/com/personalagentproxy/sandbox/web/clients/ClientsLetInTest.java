package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Other people's clients that are given the server's address alone find out how to get a token,
 * register, send their person to the page that asks, and work with what they are given.
 */
@ExtendWith(ServesClients.class)
@Tag("once")
class ClientsLetInTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @BeforeAll
  static void require() {
    NodeProgram.require();
  }

  private static JsonNode ran(Path home, List<String> arguments) {
    NodeProgram.Ran ran = NodeProgram.run(home, arguments);
    assertThat(ran.exitCode()).as(ran.stderr()).isZero();
    return JSON.readTree(ran.stdout());
  }

  private static String text(JsonNode result) {
    return result.get("content").get(0).get("text").stringValue();
  }

  private static void assertWorks(JsonNode saw) {
    assertThat(text(saw.get("before"))).contains("is awake.");
    assertThat(text(saw.get("after"))).startsWith("let in\n[exit code 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void theSdkRegistersIsLetInAndRefreshes(String sdk, ClientServer server, @TempDir Path home) {
    String agent = ClientServer.newName();

    JsonNode saw =
        ran(home, List.of("let-in-sdk.mjs", sdk, server.url(), server.signInLink(), agent));

    assertThat(saw.get("turnedAway").stringValue()).isEqualTo("UnauthorizedError");
    assertThat(saw.get("client").stringValue()).startsWith("sbx_client_");
    assertThat(saw.get("state").stringValue()).isEqualTo("a state of its own");
    assertThat(saw.get("shown").stringValue())
        .contains("Let <bdi>“Program by SDK " + sdk + "”</bdi> in?", "localhost:53312");
    assertWorks(saw);
    assertThat(saw.get("isRefreshed").booleanValue()).isTrue();
  }

  @Test
  void mcpRemoteIsLetIn(ClientServer server, @TempDir Path home) {
    String agent = ClientServer.newName();

    JsonNode saw =
        ran(home, List.of("let-in-remote.mjs", server.url(), server.signInLink(), agent));

    assertThat(saw.get("shown").stringValue()).contains("a program on your own computer");
    assertThat(saw.get("taken").intValue()).isEqualTo(200);
    assertWorks(saw);
  }
}
