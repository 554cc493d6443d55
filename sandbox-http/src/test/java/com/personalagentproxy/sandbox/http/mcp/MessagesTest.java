package com.personalagentproxy.sandbox.http.mcp;

import static com.personalagentproxy.sandbox.http.Served.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class MessagesTest {

  private final Served served = new Served();

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "\"seven\"", "\"\"", "0", "-3", "123456789012345678901234567890"})
  void answersToTheIdAsItWasGiven(String id) {
    HttpResponse<String> answer =
        served.post("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}".formatted(id));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.body())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}".formatted(id));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
        "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":1,\"message\":\"no\"}}"
      })
  void saysNothingToWhatWantsNoAnswer(String message) {
    HttpResponse<String> answer = served.post(message);

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|-32700|The body is empty. Send one JSON value.",
        "` `|-32700|The body is empty. Send one JSON value.",
        "{\"jsonrpc\":|-32700|The body is not JSON at line 1, column",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} x|-32700|The body is not JSON at line 1, column",
        "{\"id\":1,\"id\":2,\"jsonrpc\":\"2.0\",\"method\":\"ping\"}|-32700|The body is not JSON at line 1, column",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[|-32700|The body is nested deeper than 64 levels",
        "{\"jsonrpc\":\"2.0\",\"id\":NaN,\"method\":\"ping\"}|-32700|The body is not JSON at line 1, column",
        "7|-32600|A message is a JSON object",
        "null|-32600|A message is a JSON object",
        "\"ping\"|-32600|A message is a JSON object",
        "{}|-32600|jsonrpc must be “2.0”.",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}|-32600|jsonrpc must be “2.0”.",
        "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}|-32600|jsonrpc must be “2.0”.",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}|-32600|id must be a text or a whole number.",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}|-32600|id must be a text or a whole number.",
        "{\"jsonrpc\":\"2.0\",\"id\":1e400,\"method\":\"ping\"}|-32600|id must be a text or a whole number.",
        "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}|-32600|id must be a text or a whole number.",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}|-32600|id must be a text or a whole number.",
        "{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\",\"method\":\"ping\"}|-32600|id must be a text or a whole number.",
        "{\"jsonrpc\":\"2.0\",\"id\":1}|-32600|method is missing.",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}|-32600|method must be a text",
        "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\"}|-32600|id is missing, so nothing was done.",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}|-32602|params must be an object.",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":null}|-32602|params must be an object.",
      })
  void refusesWhatIsNoMessage(String body, int code, String sentence) {
    HttpResponse<String> answer = served.post(body);

    assertThat(answer.statusCode()).isEqualTo(400);
    JsonNode error = json(answer).get("error");
    assertThat(error.get("code").intValue()).isEqualTo(code);
    assertThat(error.get("message").stringValue()).startsWith(sentence);
  }

  @Test
  void refusesWhatIsNotUtf8() {
    byte[] body = {'{', '"', (byte) 0xFF, '"', ':', '1', '}'};
    HttpResponse<String> answer =
        served.send(served.toMcp().POST(BodyPublishers.ofByteArray(body)));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"The body is not UTF-8. Send JSON in UTF-8.\"}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"resources/list", "server/discover", "tools/", "", "Ping"})
  void namesTheMethodsThereAre(String method) {
    HttpResponse<String> answer = served.post(Served.request(method, "{}"));

    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode error = json(answer).get("error");
    assertThat(error.get("code").intValue()).isEqualTo(-32601);
    assertThat(error.get("message").stringValue())
        .isEqualTo(
            "There is no method “%s” here. There are initialize, ping, tools/list and tools/call.",
            method);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|params.name is missing. Give the name of a tool from tools/list.",
        "{\"name\":7}|params.name is missing.",
        "{\"name\":\"sandboxes_burn\"}|There is no tool “sandboxes_burn”. There are sandbox_exec, sandboxes_list,",
        "{\"name\":\"sandboxes_list\",\"arguments\":[]}|params.arguments must be an object",
        "{\"name\":\"sandboxes_list\",\"arguments\":null}|params.arguments must be an object",
      })
  void refusesACallThatNamesNoTool(String params, String sentence) {
    HttpResponse<String> answer = served.post(Served.request("tools/call", params));

    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode error = json(answer).get("error");
    assertThat(error.get("code").intValue()).isEqualTo(-32602);
    assertThat(error.get("message").stringValue()).startsWith(sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonp"})
  void takesNothingButJson(String type) {
    HttpResponse<String> answer =
        served.send(
            served
                .to("/mcp")
                .header("Authorization", "Bearer " + Served.TOKEN)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(Served.request("ping", "{}"))));

    assertThat(answer.statusCode()).isEqualTo(415);
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":\"unsupported_media_type\",\"message\":\"The body must be JSON. Send it with Content-Type: application/json.\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json, text/event-stream|200",
        "application/json; charset=utf-8|200",
        "*/*|200",
        "text/event-stream|406",
        "text/html|406"
      })
  void answersThoseWhoTakeJson(String accept, int status) {
    HttpResponse<String> answer =
        served.send(
            served
                .to("/mcp")
                .header("Authorization", "Bearer " + Served.TOKEN)
                .header("Content-Type", "application/json; charset=utf-8")
                .header("Accept", accept)
                .POST(BodyPublishers.ofString(Served.request("ping", "{}"))));

    assertThat(answer.statusCode()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE", "PUT", "PATCH", "OPTIONS"})
  void hasNoOtherMethodThanPost(String method) {
    HttpResponse<String> answer =
        served.send(served.to("/mcp").method(method, BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("POST");
    assertThat(answer.body()).startsWith("{\"error\":\"method_not_allowed\"");
  }
}
