package com.personalagentproxy.sandbox.web.demo;

import com.personalagentproxy.sandbox.*;
import com.personalagentproxy.sandbox.access.*;
import com.personalagentproxy.sandbox.answer.*;
import com.personalagentproxy.sandbox.collection.*;
import com.personalagentproxy.sandbox.command.*;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.*;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class PretendMcp implements AutoCloseable {
  static final JsonMapper JSON = JsonMapper.shared();
  final HttpServer server;
  final Sandboxes sandboxes;
  final Agent agent;
  final String token;

  PretendMcp(Sandboxes sandboxes, Agent agent, String token) throws IOException {
    this.sandboxes = sandboxes;
    this.agent = agent;
    this.token = token;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/mcp", this::answer);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:%d/mcp".formatted(server.getAddress().getPort()));
  }

  void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
      if (!request.has("id")) {
        exchange.sendResponseHeaders(202, -1);
        return;
      }
      ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
      answer.set("id", request.get("id"));
      ObjectNode result = answer.putObject("result");
      switch (request.path("method").stringValue("")) {
        case "initialize" -> {
          result.put("protocolVersion", "2025-11-25");
          result.putObject("serverInfo").put("name", "Sandboxes");
          result.put("instructions", "A sandbox keeps files, not processes; sandbox_exec runs.");
        }
        case "tools/list" -> {
          var tools = result.putArray("tools");
          for (String name :
              "tasks_start tasks_finish sandboxes_list sandboxes_get sandboxes_create sandboxes_sleep sandboxes_wake sandboxes_delete sandbox_exec"
                  .split(" ")) {
            tools.addObject().put("name", name);
          }
        }
        default -> call(request.path("params"), result);
      }
      byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    } catch (RuntimeException e) {
      e.printStackTrace();
      throw e;
    }
  }

  static @Nullable String word(JsonNode a, String name) {
    return a.has(name) ? a.get(name).stringValue() : null;
  }

  void call(JsonNode params, ObjectNode result) {
    JsonNode a = params.path("arguments");
    Caller caller = new Caller(agent, "demo", word(a, "task"));
    String sandbox = String.valueOf(word(a, "sandbox"));
    Answer<ObjectNode> answer =
        switch (params.path("name").stringValue("")) {
          case "tasks_start" ->
              sandboxes.startTask(agent, word(a, "title"), word(a, "parent")).map(PretendMcp::task);
          case "tasks_finish" -> sandboxes.finishTask(agent, word(a, "task")).map(PretendMcp::task);
          case "sandboxes_list" ->
              sandboxes
                  .list(caller, null, word(a, "search"), null)
                  .map(
                      p -> {
                        ObjectNode o = JSON.createObjectNode();
                        var list = o.putArray("sandboxes");
                        p.sandboxes().forEach(s -> list.add(view(s)));
                        return o;
                      });
          case "sandboxes_get" -> sandboxes.get(caller, sandbox).map(PretendMcp::view);
          case "sandboxes_create" ->
              sandboxes
                  .create(caller, new CreateRequest(word(a, "name"), word(a, "connection"), null))
                  .map(PretendMcp::view);
          case "sandboxes_sleep" -> sandboxes.sleep(caller, sandbox).map(PretendMcp::view);
          case "sandboxes_delete" -> sandboxes.delete(caller, sandbox).map(PretendMcp::view);
          case "sandbox_exec" ->
              sandboxes
                  .run(
                      caller,
                      new CommandRequest(
                          sandbox,
                          word(a, "command"),
                          word(a, "stdin"),
                          word(a, "cwd"),
                          a.has("timeout") ? a.get("timeout").longValue() : null))
                  .map(PretendMcp::ran);
          default -> throw new AssertionError(params.toString());
        };
    if (answer instanceof Answer.Refused<ObjectNode> refused) {
      result.put("isError", true);
      result
          .putArray("content")
          .addObject()
          .put("type", "text")
          .put("text", refused.refusal().sentence());
    } else {
      ObjectNode done = answer.orElseThrow();
      result.set("structuredContent", done);
      String text =
          done.has("stdout")
              ? done.get("stdout").stringValue()
                  + (done.get("woke").booleanValue()
                      ? "[It woke: files were kept, processes had ended.]"
                      : "")
              : done.toString();
      result.putArray("content").addObject().put("type", "text").put("text", text);
    }
  }

  static ObjectNode task(TaskView t) {
    return JSON.createObjectNode()
        .put("id", t.id())
        .put("title", t.title())
        .put("state", t.state());
  }

  static ObjectNode view(SandboxView v) {
    ObjectNode o =
        JSON.createObjectNode()
            .put("id", v.id().toString())
            .put("name", v.name())
            .put("state", v.state().word());
    o.putObject("connection")
        .put("id", v.connection().id().toString())
        .put("name", v.connection().name());
    if (v.user() != null)
      o.putObject("task")
          .put("id", v.user().task())
          .put("title", v.user().title())
          .put("agent", v.user().agent());
    return o;
  }

  static ObjectNode ran(CommandResult r) {
    ObjectNode o = JSON.createObjectNode();
    if (r.outcome() instanceof Outcome.Exited e) o.put("exit_code", e.code());
    o.put("timed_out", r.outcome() instanceof Outcome.TimedOut)
        .put("stdout", r.stdout().text())
        .put("stderr", r.stderr().text());
    o.put("woke", r.woke())
        .put("took_lease", r.tookLease())
        .put("sandbox", r.sandbox())
        .put("task", r.task());
    if (r.wakeTook() != null) o.put("wake_ms", r.wakeTook().toMillis());
    return o;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
