package com.personalagentproxy.sandbox.web.latency;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.embedded.EmbeddedDatabase;
import com.personalagentproxy.sandbox.web.server.MeasuredServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A whole server, its database and a backend over HTTP that costs next to nothing, each a process
 * of its own.
 */
final class MeasuredDoor implements AutoCloseable {

  static final String PATH = "/mcp";

  private final Path folder;
  private final EmbeddedDatabase database;
  private final JavaProcess backend;
  private final JavaProcess server;

  private MeasuredDoor(
      Path folder, EmbeddedDatabase database, JavaProcess backend, JavaProcess server) {
    this.folder = folder;
    this.database = database;
    this.backend = backend;
    this.server = server;
  }

  /**
   * Starts all of it.
   *
   * @param java the server's
   * @param options of the server's Java
   * @param more of the server's settings
   */
  static MeasuredDoor open(Path folder, String java, List<String> options, Map<String, String> more)
      throws IOException {
    Path programs = Path.of("target", "postgres-programs").toAbsolutePath();
    EmbeddedDatabase database =
        EmbeddedDatabase.start(Files.createDirectories(folder.resolve("home")), programs);
    JavaProcess backend =
        JavaProcess.start(
            new JavaProcess.Program(java, List.of(), InstantService.class, List.of(), Map.of()),
            folder.resolve("backend"));
    Map<String, String> environment = new HashMap<>();
    environment.put("SANDBOX_HOME", folder.resolve("server-home").toString());
    environment.put("SANDBOX_PORT", "0");
    environment.put("SANDBOX_BACKEND", backend.told());
    environment.put("SANDBOX_BACKEND_TOKEN", "a-token-for-measuring-only");
    environment.put("DATABASE_URL", url(database.address()));
    environment.put("SANDBOX_AGENT_REQUESTS", "1000000000");
    environment.put("SANDBOX_ORGANIZATION_REQUESTS", "1000000000");
    environment.putAll(more);
    JavaProcess server =
        JavaProcess.start(
            new JavaProcess.Program(
                java, options, MeasuredServer.class, List.of(programs.toString()), environment),
            folder.resolve("server"));
    return new MeasuredDoor(folder, database, backend, server);
  }

  /** The database's address as an operator writes it. */
  String databaseUrl() {
    return url(database.address());
  }

  private static String url(DatabaseAddress address) {
    return address
        .url()
        .replaceFirst(
            "^jdbc:postgresql://",
            "postgres://%s:%s@".formatted(address.user(), address.password()));
  }

  JavaProcess server() {
    return server;
  }

  JavaProcess backend() {
    return backend;
  }

  URI address() {
    return URI.create(server.told().split(" ", -1)[0]);
  }

  /** The first agent's. */
  String token() {
    return server.told().split(" ", -1)[1];
  }

  Duration databaseWorked() {
    return JavaProcess.databaseWorked(folder.resolve("home"));
  }

  /** Makes sandboxes, {@code box 0} and so on. */
  void make(int sandboxes) throws IOException {
    try (AgentConnection connection = new AgentConnection(address(), PATH, token())) {
      for (int sandbox = 0; sandbox < sandboxes; sandbox++) {
        String answer =
            connection.ask(
                AgentConnection.call(
                    "sandboxes_create", "{\"name\":\"box %s\"}".formatted(sandbox)));
        if (!answer.contains("\"isError\":false")) {
          throw new IllegalStateException(answer);
        }
      }
    }
  }

  /** A command in one of them, as it goes over the wire. */
  static String run(String command, int sandbox) {
    return AgentConnection.call(
        "sandbox_exec", "{\"sandbox\":\"box %s\",\"command\":\"%s\"}".formatted(sandbox, command));
  }

  @Override
  public void close() {
    server.close();
    backend.close();
    database.close();
  }
}
