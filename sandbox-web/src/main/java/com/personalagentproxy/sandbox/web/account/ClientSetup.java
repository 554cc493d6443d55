package com.personalagentproxy.sandbox.web.account;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How an MCP client is told of this server, ready to paste.
 *
 * @param client as its users call it
 * @param how where the text goes
 */
public record ClientSetup(String client, String how, String text) {

  private static final String NAME = "sandboxes";
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /**
   * For the usual clients, the most used first.
   *
   * @param server where it is reached, without a slash at its end
   */
  static List<ClientSetup> all(String server, String token) {
    String url = server + "/mcp";
    String bearer = "Bearer " + token;
    return List.of(
        new ClientSetup(
            "Claude Code",
            "Run this in a terminal:",
            "claude mcp add --scope user --transport http %s %s --header %s"
                .formatted(NAME, shell(url), shell("Authorization: " + bearer))),
        new ClientSetup(
            "Claude Desktop",
            "Put this into claude_desktop_config.json (Settings, Developer, Edit Config) and start"
                + " Claude Desktop anew. It needs Node.js:",
            servers("mcpServers", remote(url, bearer))),
        new ClientSetup(
            "Cursor",
            "Put this into ~/.cursor/mcp.json:",
            servers("mcpServers", sorted(Map.of("url", url, "headers", header(bearer))))),
        new ClientSetup(
            "VS Code",
            "Run “MCP: Open User Configuration” from the command palette, and put this into the"
                + " file:",
            servers(
                "servers", sorted(Map.of("type", "http", "url", url, "headers", header(bearer))))),
        new ClientSetup(
            "Codex",
            "Put this into ~/.codex/config.toml:",
            "[mcp_servers.%s]\nurl = %s\nhttp_headers = { \"Authorization\" = %s }"
                .formatted(NAME, toml(url), toml(bearer))),
        new ClientSetup(
            "Gemini CLI",
            "Run this in a terminal:",
            "gemini mcp add --scope user --transport http --header %s %s %s"
                .formatted(shell("Authorization: " + bearer), NAME, shell(url))),
        new ClientSetup(
            "Any other",
            "Many clients take this form of JSON:",
            servers(
                "mcpServers",
                sorted(Map.of("type", "http", "url", url, "headers", header(bearer))))));
  }

  /** The header is put together from the environment: some clients split arguments at blanks. */
  private static Map<String, Object> remote(String url, String bearer) {
    List<String> plain = url.startsWith("http:") ? List.of("--allow-http") : List.of();
    List<String> arguments = new java.util.ArrayList<>(List.of("-y", "mcp-remote", url));
    arguments.addAll(plain);
    arguments.addAll(List.of("--header", "Authorization:${AUTHORIZATION}"));
    return sorted(
        Map.of("command", "npx", "args", arguments, "env", Map.of("AUTHORIZATION", bearer)));
  }

  private static Map<String, String> header(String bearer) {
    return Map.of("Authorization", bearer);
  }

  /** The same in each run. */
  private static Map<String, Object> sorted(Map<String, Object> fields) {
    return new TreeMap<>(fields);
  }

  private static String servers(String key, Map<String, Object> server) {
    return JSON.writeValueAsString(Map.of(key, Map.of(NAME, server)));
  }

  /** One argument: bare, in the quotes that all shells know, or else in those that hold all. */
  static String shell(String argument) {
    if (argument.matches("[A-Za-z0-9_./:@%+=,-]+")) {
      return argument;
    }
    return argument.matches("[^\"$`\\\\!\\p{Cntrl}]*")
        ? "\"" + argument + "\""
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  /** What JSON escapes, a basic string of TOML escapes likewise. */
  private static String toml(String text) {
    return JSON.writeValueAsString(text);
  }
}
