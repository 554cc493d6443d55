package com.personalagentproxy.sandbox.web.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests of one message each, as bytes. */
final class PlainClient {

  static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI url;
  private final String token;

  PlainClient(String url, String token) {
    this.url = URI.create(url);
    this.token = token;
  }

  /** What a tool answers. */
  JsonNode call(String tool, String arguments) {
    return result("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
  }

  /** The result of a method; fails if there is none. */
  JsonNode result(String method, String params) {
    String message =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}".formatted(method, params);
    HttpResponse<String> answer = send(request().POST(BodyPublishers.ofString(message)));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode result = JSON.readTree(answer.body()).get("result");
    assertThat(result).as(answer.body()).isNotNull();
    return result;
  }

  /** A request whose body is still to be given. */
  HttpRequest.Builder request() {
    return HttpRequest.newBuilder(url)
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json");
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new AssertionError("No answer came.", failed);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted.", stop);
    }
  }
}
