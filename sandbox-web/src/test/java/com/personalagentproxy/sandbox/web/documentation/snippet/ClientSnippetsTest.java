package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.command.WholeServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a page tells MCP clients by files, read as they do and used for a call. */
@Tag("once")
class ClientSnippetsTest {

  private static final Pattern URL = Pattern.compile("(?m)^url = (\".*\")$");
  private static final Pattern HEADER =
      Pattern.compile("(?m)^http_headers = \\{ (\".*\") = (\".*\") }$");

  @TempDir private Path home;

  /** Where a client was told that the server is, and what it sends along. */
  private record Told(String place, String url, Map<String, String> headers) {}

  @Test
  void whatTheFilesOfClientsSayReachesTheServer() throws Exception {
    try (WholeServer server = new WholeServer(home)) {
      List<Told> all = new ArrayList<>();
      for (Snippet snippet : Snippet.all()) {
        String text =
            snippet
                .text()
                .replace("http://127.0.0.1:7263", server.server().url().toString())
                .replace("sbx_agent_…", server.token());
        if (snippet.kind().equals("json")) {
          all.add(json(snippet.place(), text));
        } else if (snippet.kind().equals("toml")) {
          all.add(toml(snippet.place(), text));
        }
      }

      assertThat(all).isNotEmpty();
      for (Told told : all) {
        assertThat(ToldClient.tools(told.url(), told.headers()))
            .as(told.place())
            .contains("sandbox_exec");
      }
    }
  }

  private static Told json(String place, String text) {
    JsonNode servers = JsonMapper.shared().readTree(text);
    JsonNode server = servers.path(servers.has("servers") ? "servers" : "mcpServers");
    JsonNode told = server.path("sandboxes");
    Map<String, String> headers = new HashMap<>();
    told.path("headers")
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().asString()));
    return new Told(place, told.path("url").asString(), headers);
  }

  private static Told toml(String place, String text) {
    Matcher url = URL.matcher(text);
    Matcher header = HEADER.matcher(text);
    assertThat(text).as(place).startsWith("[mcp_servers.sandboxes]\n");
    assertThat(url.find() && header.find()).as(place).isTrue();
    return new Told(
        place, word(url.group(1)), Map.of(word(header.group(1)), word(header.group(2))));
  }

  /** A basic string of TOML is written as JSON writes it. */
  private static String word(String quoted) {
    return JsonMapper.shared().readTree(quoted).asString();
  }
}
