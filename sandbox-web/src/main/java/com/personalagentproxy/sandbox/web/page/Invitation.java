package com.personalagentproxy.sandbox.web.page;

/** The lines that connect an agent, ready to paste. */
public final class Invitation {

  private Invitation() {}

  /** For a terminal. */
  public static String line(String serverUrl, String token) {
    return "claude mcp add --scope user --transport http sandboxes %s/mcp --header \"Authorization: Bearer %s\""
        .formatted(serverUrl, token);
  }

  /** For the settings of any client that takes JSON. */
  public static String json(String serverUrl, String token) {
    return """
        {"mcpServers": {"sandboxes": {"type": "http", "url": "%s/mcp", "headers": {"Authorization": "Bearer %s"}}}}"""
        .formatted(serverUrl, token);
  }
}
