package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.server.SandboxServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A server as in production, in a home of its own, and what is typed beside it. */
public final class WholeServer implements AutoCloseable {

  /** Unpacked once for all tests. */
  static final Path PROGRAMS = Path.of("target", "postgres-programs").toAbsolutePath();

  private final Path home;
  private final SandboxServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  public WholeServer(Path home) {
    this(home, Map.of());
  }

  /**
   * Likewise, with more variables set.
   *
   * @param more such as {@code DATABASE_URL}
   */
  public WholeServer(Path home, Map<String, String> more) {
    this.home = home;
    Map<String, String> environment = new HashMap<>(environment(home));
    environment.putAll(more);
    Configuration configuration =
        ((Configuration.Reading.Right) Configuration.read(environment, home)).configuration();
    server = SandboxServer.start(configuration, PROGRAMS, "test", InstantSource.system());
  }

  static Map<String, String> environment(Path home) {
    return Map.of("SANDBOX_HOME", home.toString(), "SANDBOX_PORT", "0", "SANDBOX_BACKEND", "dev");
  }

  /** The server itself. */
  public SandboxServer server() {
    return server;
  }

  /** The first agent's token; only of a server that is new. */
  public String token() {
    return server.firstStart().orElseThrow().token().text();
  }

  /** The token of another agent, which it adds. */
  public String addAgent(String name) {
    return Typed.in(environment(home), "agents", "add", name)
        .out()
        .replaceAll("(?s).*Bearer ([A-Za-z0-9_-]+)\".*", "$1");
  }

  /** Calls a tool over MCP. */
  public HttpResponse<String> call(String token, String tool, String arguments) {
    return answer(asking(token, tool, arguments)).join();
  }

  /** Likewise, without waiting for the answer. */
  public CompletableFuture<HttpResponse<String>> begin(
      String token, String tool, String arguments) {
    return answer(asking(token, tool, arguments));
  }

  /** The health of the server: whether it answers at all. */
  int health() throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(server.url().resolve("/health")).build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private CompletableFuture<HttpResponse<String>> answer(HttpRequest request) {
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  private HttpRequest asking(String token, String tool, String arguments) {
    return HttpRequest.newBuilder(URI.create(server.url() + "/mcp"))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .POST(
            BodyPublishers.ofString(
                """
                {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                 "params": {"name": "%s", "arguments": %s}}
                """
                    .formatted(tool, arguments)))
        .build();
  }

  @Override
  public void close() {
    server.close();
  }
}
