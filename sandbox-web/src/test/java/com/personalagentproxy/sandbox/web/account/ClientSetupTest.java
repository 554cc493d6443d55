package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ClientSetupTest {

  private static final String SERVER = "https://sandboxes.example.com";
  private static final String TOKEN = "sbx_agent_abc-DEF_123";

  private static String textFor(String client, String server) {
    return ClientSetup.all(server, TOKEN).stream()
        .filter(setup -> setup.client().equals(client))
        .findFirst()
        .orElseThrow()
        .text();
  }

  private static JsonNode json(String client, String key) {
    return JsonMapper.shared().readTree(textFor(client, SERVER)).get(key).get("sandboxes");
  }

  @Test
  void terminalsAreGivenOneLine() {
    assertThat(textFor("Claude Code", SERVER))
        .isEqualTo(
            "claude mcp add --scope user --transport http sandboxes https://sandboxes.example.com/mcp --header"
                + " \"Authorization: Bearer sbx_agent_abc-DEF_123\"");
    assertThat(textFor("Gemini CLI", SERVER))
        .isEqualTo(
            "gemini mcp add --scope user --transport http --header \"Authorization: Bearer"
                + " sbx_agent_abc-DEF_123\" sandboxes https://sandboxes.example.com/mcp");
  }

  @Test
  void filesAreGivenWhatEachClientReads() {
    for (JsonNode server :
        List.of(
            json("Cursor", "mcpServers"),
            json("VS Code", "servers"),
            json("Any other", "mcpServers"))) {
      assertThat(server.get("url").asString()).isEqualTo(SERVER + "/mcp");
      assertThat(server.get("headers").get("Authorization").asString())
          .isEqualTo("Bearer " + TOKEN);
    }
    assertThat(json("VS Code", "servers").get("type").asString()).isEqualTo("http");
    assertThat(textFor("Codex", SERVER))
        .isEqualTo(
            """
            [mcp_servers.sandboxes]
            url = "https://sandboxes.example.com/mcp"
            http_headers = { "Authorization" = "Bearer sbx_agent_abc-DEF_123" }\
            """);
  }

  @Test
  void claudeDesktopRunsMcpRemoteWithTheTokenInTheEnvironment() {
    JsonNode desktop = json("Claude Desktop", "mcpServers");

    assertThat(desktop.get("command").asString()).isEqualTo("npx");
    assertThat(desktop.get("args").toString())
        .isEqualTo(
            "[\"-y\",\"mcp-remote\",\"https://sandboxes.example.com/mcp\",\"--header\",\"Authorization:${AUTHORIZATION}\"]");
    assertThat(desktop.get("env").get("AUTHORIZATION").asString()).isEqualTo("Bearer " + TOKEN);
  }

  @Test
  void overPlainHttpMcpRemoteIsToldSo() {
    assertThat(textFor("Claude Desktop", "http://192.0.2.7:7263")).contains("\"--allow-http\"");
    assertThat(textFor("Claude Desktop", SERVER)).doesNotContain("--allow-http");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "two words",
        "it's",
        "a \"quoted\" word",
        "$HOME `id` $(id) \\n !x",
        "';id;'"
      })
  void aShellReadsAnArgumentAsItWas(String argument) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("bash", "-c", "printf %s " + ClientSetup.shell(argument)).start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(argument);
    assertThat(shell.waitFor()).isZero();
  }
}
