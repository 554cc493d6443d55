package com.personalagentproxy.sandbox.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every route of the server, as it is in production, tried by everybody who may call it: the status
 * of each is in a table, {@code routes.txt}, and a route that isn't in it fails the build.
 */
@Tag("once")
class EveryRouteTest {

  private static final Path PROGRAMS = Path.of("target", "postgres-programs").toAbsolutePath();
  private static final int WIDTH = 4;
  private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");

  @TempDir Path home;
  private final HttpClient client = HttpClient.newHttpClient();
  private URI url = URI.create("");
  private String shared = "";

  @Test
  void everyRouteAnswersEveryCallerAsTheTableSays() throws Exception {
    Configuration configuration =
        ((Configuration.Reading.Right)
                Configuration.read(
                    Map.of(
                        "SANDBOX_HOME",
                        home.toString(),
                        "SANDBOX_PORT",
                        "0",
                        "SANDBOX_BACKEND",
                        "dev",
                        "SANDBOX_FAILURES",
                        "100000"),
                    home))
            .configuration();
    try (SandboxServer server =
        SandboxServer.start(configuration, PROGRAMS, "test", InstantSource.system())) {
      url = server.url();
      Callers callers = new Callers(server.jdbi());
      Map<String, String> expected = table();
      List<String> found = new ArrayList<>();
      TreeSet<String> routes = new TreeSet<>(server.served());
      for (String route : routes) {
        found.add(row(callers, route));
      }

      assertThat(String.join("\n", found))
          .as("routes.txt should be:\n%s", String.join("\n", found))
          .isEqualTo(expected.values().stream().collect(Collectors.joining("\n")));
    }
  }

  private static Map<String, String> table() throws IOException {
    Map<String, String> rows = new TreeMap<>();
    try (InputStream table = EveryRouteTest.class.getResourceAsStream("routes.txt")) {
      if (table != null) {
        new String(table.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .forEach(line -> rows.put(line.substring(0, line.indexOf(" |")).strip(), line));
      }
    }
    return rows;
  }

  private String row(Callers callers, String route) throws Exception {
    StringBuilder row = new StringBuilder(String.format("%-62s |", route));
    for (Callers.Kind kind : Callers.Kind.values()) {
      row.append(String.format("%" + WIDTH + "s", status(callers, route, kind)));
    }
    return row.toString();
  }

  /** Each call is made on a sandbox and a task of its own, since it may end them. */
  private String status(Callers callers, String route, Callers.Kind kind) throws Exception {
    String[] parts = route.split(" ", 2);
    String path = parts[1];
    if (path.contains("{sandbox}")) {
      path = path.replace("{sandbox}", sandbox(callers, route));
    }
    if (path.contains("{task}")) {
      path = path.replace("{task}", id(callers, "/api/tasks", "{\"title\":\"A task\"}"));
    }
    path =
        path.replace("{connection}", callers.connection.id().toString())
            .replace("{action}", "see")
            .replace("{agent}", callers.agent.id().toString())
            .replace("{member}", callers.member.member().toString())
            .replace("/files/<path>", "/files/notes.txt")
            .replace("<path>", "notes.txt")
            .replaceAll("<[a-z]+>", "concepts")
            .replaceAll("\\{[a-z_]+}", new UUID(0, 1).toString());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(30));
    String body = body(route, kind);
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    request.method(
        parts[0], body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    HttpResponse<InputStream> answer =
        client.send(callers.as(kind, request).build(), BodyHandlers.ofInputStream());
    answer.body().close();
    return String.valueOf(answer.statusCode());
  }

  private static String body(String route, Callers.Kind kind) {
    return switch (route) {
      case "POST /api/sandboxes" -> "{\"name\":\"made by " + kind + "\"}";
      case "POST /api/tasks" -> "{\"title\":\"A task\"}";
      case "POST /api/sandboxes/{sandbox}/exec" -> "{\"command\":\"true\"}";
      case "PUT /api/sandboxes/{sandbox}/files/<path>" -> "bytes";
      case "PUT /api/connections/{connection}/settings/{action}" -> "{\"on\":true}";
      case "PUT /api/connections/{connection}/agents/{agent}/settings/{action}" -> "{\"on\":null}";
      case "POST /mcp" -> "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
      default -> "";
    };
  }

  /** What takes or ends a sandbox has one of its own. */
  private String sandbox(Callers callers, String route) throws Exception {
    if (route.startsWith("DELETE ") || route.contains("/exec") || route.contains("/files")) {
      return make(callers);
    }
    if (shared.isEmpty()) {
      shared = make(callers);
    }
    return shared;
  }

  /** A sandbox with a file, which no task has. */
  private String make(Callers callers) throws Exception {
    String sandbox = id(callers, "/api/sandboxes", "{\"name\":\"box " + UUID.randomUUID() + "\"}");
    String task = id(callers, "/api/tasks", "{\"title\":\"Get ready\"}");
    post(
        callers,
        "/api/sandboxes/" + sandbox + "/exec?task=" + task,
        "{\"command\":\"echo x > notes.txt\"}");
    post(callers, "/api/tasks/" + task + "/finish", "");
    return sandbox;
  }

  private String id(Callers callers, String path, String body) throws Exception {
    var found = ID.matcher(post(callers, path, body));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private String post(Callers callers, String path, String body) throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + callers.token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    return answer.body();
  }
}
