package com.personalagentproxy.sandbox.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.command.WholeServer;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An agent that works on the stage, with a token of its own. */
final class Cast {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final WholeServer server;
  private final String token;

  Cast(WholeServer server, String name) {
    this(server.addAgent(name), server);
  }

  private Cast(String token, WholeServer server) {
    this.server = server;
    this.token = token;
  }

  /** One that has been added already. */
  static Cast withToken(WholeServer server, String token) {
    return new Cast(token, server);
  }

  /** Starts a task and gives its id. */
  String task(String title) {
    return call("tasks_start", Map.of("title", title)).path("id").stringValue();
  }

  void finish(String task) {
    JsonNode unused = call("tasks_finish", Map.of("task", task));
  }

  /** Makes a sandbox and gives its id. */
  String make(String name) {
    return call("sandboxes_create", Map.of("name", name)).path("id").stringValue();
  }

  void run(String task, String sandbox, String command) {
    JsonNode unused =
        call("sandbox_exec", Map.of("task", task, "sandbox", sandbox, "command", command));
  }

  /** Begins a command. */
  CompletableFuture<HttpResponse<String>> begin(String task, String sandbox, String command) {
    return server.begin(
        token,
        "sandbox_exec",
        JSON.writeValueAsString(Map.of("task", task, "sandbox", sandbox, "command", command)));
  }

  void sleep(String task, String sandbox) {
    JsonNode unused = call("sandboxes_sleep", Map.of("task", task, "sandbox", sandbox));
  }

  JsonNode call(String tool, Map<String, String> arguments) {
    String body = server.call(token, tool, JSON.writeValueAsString(arguments)).body();
    String message =
        body.startsWith("{") ? body : body.replaceAll("(?s).*?data: (\\{.*?\\})\\n.*", "$1");
    JsonNode result = JSON.readTree(message).path("result");
    assertThat(result.path("isError").booleanValue(false)).as(body).isFalse();
    return result.path("structuredContent");
  }
}
