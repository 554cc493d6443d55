package com.personalagentproxy.sandbox.web.demo;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An agent that speaks MCP over HTTP, as much of it as calling tools takes. All its exceptions are
 * {@link AgentException}, with one sentence each; none holds the token. For one thread.
 */
final class AgentClient {

  private static final String REVISION = "2025-11-25";
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);

  /** Longer than a server takes to give up on a command, so that its own words arrive. */
  private static final Duration TO_ANSWER = Duration.ofSeconds(90);

  private static final String DATA = "data: ";

  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TO_CONNECT)
          .build();
  private final URI endpoint;
  private final String token;
  private long lastId;

  AgentClient(URI endpoint, String token) {
    this.endpoint = endpoint;
    this.token = token;
  }

  /** Introduces itself; to be called first. */
  Welcome initialize() {
    ObjectNode introduction = JSON.createObjectNode().put("protocolVersion", REVISION);
    introduction.putObject("capabilities");
    introduction.putObject("clientInfo").put("name", "Sandboxes demo").put("version", "1");
    JsonNode welcome = ask("initialize", introduction);
    send(message("notifications/initialized", null, null));
    return new Welcome(
        welcome.path("serverInfo").path("name").stringValue(""),
        welcome.path("protocolVersion").stringValue(""),
        welcome.path("instructions").stringValue(""));
  }

  /** The names of the tools there are. */
  List<String> tools() {
    List<String> names = new ArrayList<>();
    ask("tools/list", JSON.createObjectNode())
        .path("tools")
        .forEach(tool -> names.add(tool.path("name").stringValue("")));
    return names;
  }

  /** Calls a tool; a refusal is an answer too. */
  ToolAnswer call(String tool, Map<String, ?> arguments) {
    ObjectNode call = JSON.createObjectNode().put("name", tool);
    call.set("arguments", JSON.valueToTree(arguments));
    JsonNode result = ask("tools/call", call);
    StringBuilder text = new StringBuilder();
    result.path("content").forEach(part -> text.append(part.path("text").stringValue("")));
    return new ToolAnswer(
        result.path("isError").booleanValue(false),
        text.toString(),
        result.path("structuredContent"));
  }

  private JsonNode ask(String method, ObjectNode parameters) {
    long id = ++lastId;
    HttpResponse<String> response = send(message(method, id, parameters));
    JsonNode answer = read(method, response);
    JsonNode error = answer.path("error");
    if (error.isObject()) {
      throw AgentException.unfit(
          "The server refused %s: %s"
              .formatted(method, error.path("message").stringValue(error.toString())));
    }
    if (answer.path("id").longValue(-1) != id || !answer.path("result").isObject()) {
      throw AgentException.unfit(
          "The server gave %s an answer without a result.".formatted(method));
    }
    return answer.path("result");
  }

  private static ObjectNode message(
      String method, @Nullable Long id, @Nullable ObjectNode parameters) {
    ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
    if (id != null) {
      message.put("id", id);
    }
    if (parameters != null) {
      message.set("params", parameters);
    }
    return message;
  }

  private HttpResponse<String> send(ObjectNode message) {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(TO_ANSWER)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", REVISION)
            .POST(BodyPublishers.ofString(message.toString()))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (ConnectException refused) {
      throw AgentException.away(
          "No server answers at %s. Start one, then try again.".formatted(endpoint));
    } catch (HttpTimeoutException late) {
      throw AgentException.away(
          "The server at %s did not answer in time. See whether it still runs, then try again."
              .formatted(endpoint));
    } catch (IOException cut) {
      throw AgentException.away(
          "The server at %s went away before it had answered (%s). See whether it still runs, then try again."
              .formatted(endpoint, cut.getMessage()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw AgentException.away("The story was interrupted.");
    }
  }

  private JsonNode read(String method, HttpResponse<String> response) {
    if (response.statusCode() == 401) {
      throw AgentException.unfit(
          "The server at %s doesn't know this agent's token. Give the token of an agent it knows."
              .formatted(endpoint));
    }
    try {
      JsonNode answer = JSON.readTree(answerIn(response));
      if (answer.isObject() && answer.has("jsonrpc")) {
        return answer;
      }
    } catch (JacksonException notJson) {
      // The sentence below says it.
    }
    throw AgentException.unfit(
        "What answers at %s is no MCP server: to %s it said HTTP status %s."
            .formatted(endpoint, method, response.statusCode()));
  }

  /** What takes longer is answered by a stream, whose last event is the answer. */
  private static String answerIn(HttpResponse<String> response) {
    boolean isStream =
        response
            .headers()
            .firstValue("Content-Type")
            .filter(type -> type.startsWith("text/event-stream"))
            .isPresent();
    return isStream
        ? response
            .body()
            .lines()
            .filter(line -> line.startsWith(DATA))
            .reduce("", (before, last) -> last.substring(DATA.length()))
        : response.body();
  }
}
