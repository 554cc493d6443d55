package com.personalagentproxy.sandbox.http.mcp;

import static com.personalagentproxy.sandbox.http.Served.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.world.World;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The revision of 2026-07-28, in which each request says all about itself. */
class StatelessTest {

  private final Served served = new Served();

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void saysWhatItIsAndSpeaks() {
    JsonNode result = result(new Modern("server/discover"));

    assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
    assertThat(result.get("supportedVersions").toString())
        .isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]");
    assertThat(result.get("capabilities").toString()).isEqualTo("{\"tools\":{}}");
    assertThat(result.get("instructions").stringValue()).startsWith("Sandboxes are computers");
    assertThat(result.get("ttlMs").intValue()).isEqualTo(60_000);
    assertThat(result.get("cacheScope").stringValue()).isEqualTo("private");
    assertIsSigned(result);
  }

  @Test
  void listsToolsThatAnybodyMayKeepForAWhile() {
    JsonNode result = result(new Modern("tools/list"));

    assertThat(result.get("tools")).isEqualTo(served.result("tools/list", "{}").get("tools"));
    assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
    assertThat(result.get("ttlMs").intValue()).isEqualTo(300_000);
    assertThat(result.get("cacheScope").stringValue()).isEqualTo("public");
    assertIsSigned(result);
  }

  @Test
  void callsATool() {
    JsonNode result = result(Modern.call("sandboxes_create", "{\"name\":\"build\"}"));

    assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
    assertThat(result.get("isError").booleanValue()).isFalse();
    assertThat(result.get("structuredContent").get("name").stringValue()).isEqualTo("build");
    assertIsSigned(result);
  }

  @Test
  void titlesTheAgentsOwnTaskAfterWhatTheClientCallsItself() {
    result(Modern.call("sandboxes_create", "{\"name\":\"build\"}"));
    result(Modern.call("sandbox_exec", "{\"sandbox\":\"build\",\"command\":\"make\"}"));

    assertThat(
            served
                .world
                .sandboxes
                .get(World.own(served.world.laptop), "build")
                .orElseThrow()
                .user())
        .hasFieldOrPropertyWithValue("title", "Tester");
  }

  private static void assertIsSigned(JsonNode result) {
    assertThat(result.get("_meta").toString())
        .isEqualTo(
            "{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"sandboxes\",\"title\":\"Sandboxes\",\"version\":\"1.2.3\"}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "prompts/list",
        "subscriptions/listen",
        "",
        "Tools/list"
      })
  void doesNotFindMethodsThatItDoesNotHave(String method) {
    HttpResponse<String> answer = new Modern(method).send(served);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertError(
        answer,
        -32601,
        "There is no method “%s” here. There are server/discover, tools/list and tools/call."
            .formatted(method));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"})
  void wantsTheHeadersThatSayWhatIsInTheBody(String header) {
    HttpResponse<String> answer = Modern.call("sandboxes_list", "{}").without(header).send(served);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertError(
        answer,
        -32020,
        "The header %s is missing. Revision 2026-07-28 wants it with each request."
            .formatted(header));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mcp-Method|tools/list|The header Mcp-Method says “tools/list”, and the method in the body"
            + " is “tools/call”. Send the same in both.",
        "Mcp-Method|TOOLS/CALL|The header Mcp-Method says “TOOLS/CALL”, and the method in the body"
            + " is “tools/call”. Send the same in both.",
        "Mcp-Name|sandboxes_get|The header Mcp-Name says “sandboxes_get”, and params.name in the"
            + " body is “sandboxes_list”. Send the same in both.",
        "MCP-Protocol-Version|2025-11-25|The header MCP-Protocol-Version says “2025-11-25”, and the"
            + " revision in params._meta in the body is “2026-07-28”. Send the same in both.",
        "Mcp-Name|=?base64?c2FuZGJveGVzX2dldA==?=|The header Mcp-Name says “sandboxes_get”, and"
            + " params.name in the body is “sandboxes_list”. Send the same in both.",
        "Mcp-Name|=?base64?c2FuZGJveGVzX2xpc3Q?=|The header Mcp-Name isn't encoded as it should be:"
            + " =?base64?…?= with UTF-8 in whole Base64 between.",
        "Mcp-Name|=?base64?c2Fu!!Jv?=|The header Mcp-Name isn't encoded as it should be:"
            + " =?base64?…?= with UTF-8 in whole Base64 between.",
        "Mcp-Name|=?base64?/w==?=|The header Mcp-Name isn't encoded as it should be: =?base64?…?="
            + " with UTF-8 in whole Base64 between.",
        "Mcp-Name|=?base64?=|The header Mcp-Name says “=?base64?=”, and params.name in the body is"
            + " “sandboxes_list”. Send the same in both.",
      })
  void refusesHeadersThatSayOtherThanTheBody(String header, String value, String sentence) {
    HttpResponse<String> answer =
        Modern.call("sandboxes_list", "{}").header(header, value).send(served);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertError(answer, -32020, sentence);
  }

  @Test
  void readsAnEncodedName() {
    result(
        Modern.call("sandboxes_list", "{}").header("Mcp-Name", "=?base64?c2FuZGJveGVzX2xpc3Q=?="));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp-name", "MCP-NAME"})
  void readsAHeaderWhateverItsCase(String name) {
    result(
        Modern.call("sandboxes_list", "{}").without("Mcp-Name").header(name, " sandboxes_list "));
  }

  @Test
  void refusesAHeaderThatIsGivenTwice() {
    HttpResponse<String> answer =
        served.send(
            Modern.call("sandboxes_list", "{}").to(served).header("Mcp-Name", "sandboxes_delete"));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).get("error").get("code").intValue()).isEqualTo(-32020);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null|params._meta must be an object with",
        "[]|params._meta must be an object with",
        "{}|params._meta must name the revision of the protocol in"
            + " io.modelcontextprotocol/protocolVersion.",
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}|params._meta must name the"
            + " client's capabilities in",
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":[]}|params._meta"
            + " must name the client's capabilities in",
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{},\"io.modelcontextprotocol/clientInfo\":7}|params._meta"
            + " must name the client in",
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":1.5}|params._meta.progressToken"
            + " must be a text or a whole number.",
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{},\"io.modelcontextprotocol/logLevel\":\"loud\"}|params._meta"
            + " names a log level in io.modelcontextprotocol/logLevel that is none.",
      })
  void wantsEachRequestToSayAllAboutItself(String meta, String sentence) {
    Modern request = new Modern("server/discover");
    request.params.set("_meta", Modern.JSON.readTree(meta));

    HttpResponse<String> answer = request.send(served);

    assertThat(answer.statusCode()).isEqualTo(400);
    JsonNode error = json(answer).get("error");
    assertThat(error.get("code").intValue()).isEqualTo(-32602);
    assertThat(error.get("message").stringValue()).startsWith(sentence);
  }

  @Test
  void needsNotKnowTheClient() {
    Modern request = new Modern("tools/list");
    request.meta.remove("io.modelcontextprotocol/clientInfo");

    result(request);
  }

  @Test
  void namesTheRevisionsItSpeaksToWhoeverSpeaksAnother() {
    Modern request = new Modern("tools/list").header("MCP-Protocol-Version", "2030-01-01");
    request.meta.put("io.modelcontextprotocol/protocolVersion", "2030-01-01");

    HttpResponse<String> answer = request.send(served);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).get("error").get("code").intValue()).isEqualTo(-32022);
    assertThat(json(answer).get("error").get("data").toString())
        .isEqualTo(
            "{\"supported\":[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"],\"requested\":\"2030-01-01\"}");
  }

  @Test
  void hasNoBatches() {
    HttpResponse<String> answer =
        served.send(
            served
                .toMcp()
                .header("MCP-Protocol-Version", Modern.REVISION)
                .POST(BodyPublishers.ofString("[" + new Modern("tools/list").message + "]")));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).get("error").get("message").stringValue())
        .isEqualTo("This revision of the protocol has no batches. Send each message by itself.");
  }

  @Test
  void takesANotificationAndSaysNothing() {
    Modern cancelled = new Modern("notifications/cancelled");
    cancelled.message.remove("id");

    HttpResponse<String> answer = cancelled.send(served);

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void anUnknownToolIsAnErrorAndAWrongArgumentAResult() {
    assertError(
        Modern.call("sandboxes_burn", "{}").send(served),
        -32602,
        "There is no tool “sandboxes_burn”. There are sandbox_exec, sandboxes_list, sandboxes_get,"
            + " sandboxes_create, sandboxes_sleep, sandboxes_wake, sandboxes_delete, tasks_start,"
            + " tasks_finish.");
    assertThat(result(Modern.call("sandboxes_get", "{}")).get("isError").booleanValue()).isTrue();
  }

  @Test
  void bothKindsOfClientsAreServedSideBySide() {
    result(Modern.call("sandboxes_create", "{\"name\":\"build\"}"));

    assertThat(served.call("sandboxes_get", "{\"sandbox\":\"build\"}").has("resultType")).isFalse();
  }

  private JsonNode result(Modern request) {
    HttpResponse<String> answer = request.send(served);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    return json(answer).get("result");
  }

  private static void assertError(HttpResponse<String> answer, int code, String message) {
    JsonNode error = json(answer).get("error");
    assertThat(json(answer).get("id").intValue()).isEqualTo(1);
    assertThat(error.get("code").intValue()).isEqualTo(code);
    assertThat(error.get("message").stringValue()).isEqualTo(message);
  }
}
