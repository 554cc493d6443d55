package com.personalagentproxy.sandbox.web.race;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An agent's program, which asks whichever server is up. */
final class RaceClient {

  /** What a call came to. */
  sealed interface Answer {
    /** It was done. */
    record Done(JsonNode content) implements Answer {}

    /** The tool said no, or that it isn't known; the text says which. */
    record Said(String text) implements Answer {}

    /** The server went away, or failed. */
    record NotKnown(String why) implements Answer {}
  }

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<ServerProcess> servers;
  private final String token;

  RaceClient(List<ServerProcess> servers, String token) {
    this.servers = servers;
    this.token = token;
  }

  Answer call(String tool, Map<String, ?> arguments) throws InterruptedException {
    URI url = someServer();
    if (url == null) {
      return new Answer.NotKnown("All servers are down.");
    }
    ObjectNode message =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
    message.putObject("params").put("name", tool).set("arguments", JSON.valueToTree(arguments));
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(url.resolve("/mcp"))
                  .timeout(LONGEST)
                  .header("Authorization", "Bearer " + token)
                  .header("Content-Type", "application/json")
                  // As JSON, and no stream: a racer reads it whole.
                  .header("Accept", "application/json")
                  .POST(BodyPublishers.ofString(message.toString()))
                  .build(),
              BodyHandlers.ofString());
      return response.statusCode() == 200
          ? answer(JSON.readTree(response.body()))
          : new Answer.NotKnown(response.statusCode() + " " + response.body());
    } catch (IOException killed) {
      return new Answer.NotKnown(String.valueOf(killed));
    }
  }

  private static Answer answer(JsonNode body) {
    JsonNode result = body.path("result");
    if (!result.isObject()) {
      throw new AssertionError("No result, but " + body);
    }
    return result.path("isError").booleanValue(false)
        ? new Answer.Said(result.path("content").path(0).path("text").stringValue(""))
        : new Answer.Done(result.path("structuredContent"));
  }

  private @Nullable URI someServer() {
    int first = ThreadLocalRandom.current().nextInt(servers.size());
    for (int at = 0; at < servers.size(); at++) {
      URI url = servers.get((first + at) % servers.size()).url();
      if (url != null) {
        return url;
      }
    }
    return null;
  }
}
