package com.personalagentproxy.sandbox.http.mcp;

import static com.personalagentproxy.sandbox.http.Served.json;
import static com.personalagentproxy.sandbox.http.Served.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RevisionTest {

  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"ping\"}";

  private final Served served = new Served();

  @AfterEach
  void stop() {
    served.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2025-06-18", "2025-03-26"})
  void speaksTheRevisionsThatBeginWithInitialize(String revision) {
    assertThat(post(revision, PING.formatted(1)).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2027-01-01", "2024-11-05", "nonsense", ""})
  void namesTheRevisionsItSpeaksToWhoeverSpeaksAnother(String revision) {
    HttpResponse<String> answer = post(revision, request("tools/list", "{}"));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertUnsupported(json(answer), revision);
  }

  @Test
  void seesTheRevisionThatARequestNamesInItself() {
    HttpResponse<String> answer =
        served.post(
            request(
                "server/discover",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"1999-01-01\"}}"));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertUnsupported(json(answer), "1999-01-01");
  }

  private static void assertUnsupported(JsonNode answer, String requested) {
    assertThat(answer.get("id").intValue()).isEqualTo(1);
    assertThat(answer.get("error").get("code").intValue()).isEqualTo(-32022);
    assertThat(answer.get("error").get("data").toString())
        .isEqualTo(
            "{\"supported\":[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"],\"requested\":\"%s\"}",
            requested);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-03-26", "none"})
  void answersABatchInOrderAndLeavesOutWhatWantsNoAnswer(String revision) {
    HttpResponse<String> answer =
        post(
            revision.equals("none") ? null : revision,
            "[%s,{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"},7,%s,%s]"
                .formatted(PING.formatted(1), PING.formatted(2), request("initialize", "{}")));

    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode answers = json(answer);
    assertThat(answers.size()).isEqualTo(4);
    assertThat(answers.get(0).get("id").intValue()).isEqualTo(1);
    assertThat(answers.get(1).get("error").get("code").intValue()).isEqualTo(-32600);
    assertThat(answers.get(2).get("id").intValue()).isEqualTo(2);
    assertThat(answers.get(3).get("error").get("message").stringValue())
        .isEqualTo("initialize can't be in a batch. Send it by itself.");
  }

  @Test
  void saysNothingToABatchThatWantsNoAnswer() {
    HttpResponse<String> answer =
        post(null, "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}]");

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2025-06-18"})
  void hasNoBatchesSinceTheyWereTakenOut(String revision) {
    HttpResponse<String> answer = post(revision, "[" + PING.formatted(1) + "]");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("-32600", "Send each message by itself.");
  }

  @Test
  void boundsABatch() {
    String all = String.join(",", Collections.nCopies(21, PING.formatted(1)));

    assertThat(post(null, "[]").body())
        .contains("A batch of 0 messages isn't taken. Send 1 to 20.");
    assertThat(post(null, "[" + all + "]").body()).contains("A batch of 21 messages isn't taken.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-07-28", "2025-11-25"})
  void theNewerRevisionsLeaveOutAnIdThatThereIsNot(String revision) {
    assertThat(json(post(revision, "7")).has("id")).isFalse();
    assertThat(json(post(revision, "{")).has("id")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-06-18", "2025-03-26", "none"})
  void theOlderOnesSayNullForIt(String revision) {
    assertThat(json(post(revision.equals("none") ? null : revision, "7")).get("id").isNull())
        .isTrue();
  }

  private HttpResponse<String> post(@Nullable String revision, String body) {
    var request = served.toMcp().POST(BodyPublishers.ofString(body));
    return served.send(
        revision == null ? request : request.header("MCP-Protocol-Version", revision));
  }
}
