package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.BOB;
import static com.personalagentproxy.sandbox.http.api.ServedApi.error;
import static com.personalagentproxy.sandbox.http.api.ServedApi.json;
import static com.personalagentproxy.sandbox.http.api.ServedApi.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What a person is answered about sandboxes, by a personal token and by a browser's session alike.
 */
class PeoplesSandboxesTest extends PeoplesCalls {

  PeoplesSandboxesTest(@TempDir Path folder) {
    super(folder);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sandboxesAreListedAndLookedAtWithWhoUsesThem(boolean page) {
    String task = ada.taken();

    JsonNode listed = json(ada.get(page, "/api/sandboxes?search=BUI&state=awake"));
    JsonNode seen = json(ada.get(page, ada.build));

    assertThat(listed.get("sandboxes").size()).isOne();
    assertThat(listed.get("sandboxes").get(0)).isEqualTo(seen);
    assertThat(seen.get("name").stringValue()).isEqualTo("build");
    assertThat(seen.at("/user/task").stringValue()).isEqualTo(task);
    assertThat(seen.at("/user/title").stringValue()).isEqualTo("Fix the flaky test");
    assertThat(seen.at("/user/agent").stringValue()).isEqualTo("Ada's laptop");
    assertThat(seen.get("made_by").stringValue()).isEqualTo("agent Ada's laptop");
    assertThat(json(ada.get(page, "/api/sandboxes?state=asleep")).get("sandboxes").size()).isZero();
    assertThat(error(ada.get(page, "/api/sandboxes/build"))).isEqualTo("404 not_found");
    assertThat(error(ada.get(page, "/api/sandboxes?page=none"))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void makingIsLeftToAgents(boolean page) {
    assertThat(error(ada.call(page, "POST", "/api/sandboxes", "{\"name\":\"mine\"}")))
        .isEqualTo("403 forbidden");
    assertThat(error(ada.call(page, "POST", "/api/tasks", "{\"title\":\"mine\"}")))
        .isEqualTo("403 forbidden");
    assertThat(error(ada.call(page, "POST", "/api/tasks/" + ada.taken() + "/finish", "")))
        .isEqualTo("403 forbidden");
    assertThat(json(ada.get(page, "/api/sandboxes")).get("sandboxes").size()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sleepingWakingAndDeletingWorkWhateverTaskHasIt(boolean page) {
    ada.taken();

    JsonNode slept = json(ada.call(page, "POST", ada.build + "/sleep", ""));
    JsonNode woken = json(ada.call(page, "POST", ada.build + "/wake", ""));
    JsonNode deleted = json(ada.call(page, "DELETE", ada.build, ""));

    assertThat(slept.get("state").stringValue()).isEqualTo("asleep");
    assertThat(slept.get("reason").stringValue()).isEqualTo("It was put to sleep by Ada.");
    assertThat(slept.get("sleeps_at").isNull()).isTrue();
    assertThat(woken.get("state").stringValue()).isEqualTo("awake");
    assertThat(woken.get("reason").stringValue()).isEqualTo("It was woken by Ada.");
    assertThat(woken.get("sleeps_at").isNull()).isFalse();
    assertThat(deleted.get("id")).isEqualTo(woken.get("id"));
    for (String path : List.of(ada.build, ada.build + "/life")) {
      assertThat(error(ada.get(page, path))).isEqualTo("404 not_found");
    }
    assertThat(error(ada.call(page, "DELETE", ada.build, ""))).isEqualTo("404 not_found");
    assertThat(message(ada.call(page, "POST", ada.build + "/wake", "")))
        .isEqualTo("That sandbox isn't there any more. Look at the list again.");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commandsAreAnsweredOnceAndTakeNothing(boolean page) {
    String task = ada.taken();
    assertThat(ada.call(page, "POST", ada.build + "/sleep", "").body()).contains("\"asleep\"");

    JsonNode result =
        json(
            ada.call(
                page,
                "POST",
                ada.build + "/exec",
                "{\"command\":\"cat; pwd >&2; exit 3\",\"stdin\":\"grüße\",\"timeout\":5}"));

    assertThat(result.get("outcome").stringValue()).isEqualTo("exited");
    assertThat(result.get("exit_code").intValue()).isEqualTo(3);
    assertThat(result.get("stdout").stringValue()).isEqualTo("grüße");
    assertThat(result.get("stderr").stringValue()).isEqualTo(shell.home + "\n");
    assertThat(result.get("woke").booleanValue()).as(result.toString()).isTrue();
    assertThat(result.get("wake_ms").isNull()).isFalse();
    assertThat(result.get("took_lease").booleanValue()).isFalse();
    assertThat(result.get("task").isNull()).isTrue();
    assertThat(result.get("sandbox").stringValue()).isEqualTo("build");
    assertThat(json(ada.get(page, ada.build)).at("/user/task").stringValue()).isEqualTo(task);
    assertThat(error(ada.exec(page, "application/json", ""))).isEqualTo("400 validation_error");
    assertThat(
            message(
                ada.call(
                    page, "POST", ada.build + "/exec", "{\"command\":\"true\",\"exec_id\":\"1\"}")))
        .isEqualTo("exec_id is for agents. Leave it out.");
    assertThat(
            error(
                ada.call(page, "POST", ada.build + "/exec?task=" + task, "{\"command\":\"true\"}")))
        .isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commandsAreToldAsTheyPrint(boolean page) {
    ada.taken();

    List<JsonNode> lines =
        ada.exec(page, "application/x-ndjson", "echo out; exit 4")
            .body()
            .lines()
            .map(ServedApi::json)
            .toList();
    HttpResponse<String> events = ada.exec(page, "text/event-stream", "echo out; exit 4");

    assertThat(lines.get(0).get("text").stringValue()).isEqualTo("out\n");
    assertThat(lines.get(lines.size() - 1).at("/result/exit_code").intValue()).isEqualTo(4);
    assertThat(events.headers().firstValue("Content-Type")).contains("text/event-stream");
    assertThat(events.body())
        .startsWith("event: output\ndata: {")
        .contains("\n\nevent: outcome\ndata: {");
    assertThat(error(ada.exec(page, "text/event-stream", ""))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filesAreBroughtAndFetched(boolean page) throws Exception {
    ada.taken();
    byte[] bytes = "some notes\n".getBytes(StandardCharsets.UTF_8);
    String file = ada.build + "/files/below/notes.txt";

    HttpResponse<String> missing =
        api.send(api.byAda(page, file).PUT(BodyPublishers.ofByteArray(bytes)));
    HttpResponse<String> made =
        api.send(
            api.byAda(page, file + "?make_folders=true").PUT(BodyPublishers.ofByteArray(bytes)));
    HttpResponse<String> replaced =
        api.send(api.byAda(page, file).PUT(BodyPublishers.ofByteArray(bytes)));
    HttpResponse<String> fetched = ada.get(page, file);
    HttpResponse<String> part = api.send(api.byAda(page, file).header("Range", "bytes=5-").GET());
    HttpResponse<String> head =
        api.send(api.byAda(page, file).method("HEAD", BodyPublishers.noBody()));
    JsonNode listed = json(ada.get(page, ada.build + "/files/below/"));

    assertThat(error(missing)).isEqualTo("409 conflict");
    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(json(made).get("size").intValue()).isEqualTo(bytes.length);
    assertThat(json(replaced).get("replaced").booleanValue()).isTrue();
    assertThat(Files.readAllBytes(shell.home.resolve("below/notes.txt"))).isEqualTo(bytes);
    assertThat(fetched.body()).isEqualTo("some notes\n");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo("notes\n");
    assertThat(head.headers().firstValue("Content-Length")).contains("" + bytes.length);
    assertThat(listed.get("path").stringValue()).isEqualTo("below");
    assertThat(listed.at("/things/0/name").stringValue()).isEqualTo("notes.txt");
    assertThat(error(ada.get(page, ada.build + "/files/none"))).isEqualTo("404 not_found");
    assertThat(json(ada.get(page, "/api/activity?deed=exec")).get("entries").size())
        .as("people's transfers are not agents' history")
        .isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLifeIsToldFromNowBack(boolean page) {
    api.world.clock.advance(Duration.ofMinutes(1));
    ada.call(page, "POST", ada.build + "/sleep", "");

    JsonNode spans = json(ada.get(page, ada.build + "/life")).get("spans");

    assertThat(spans.get(0).get("state").stringValue()).isEqualTo("asleep");
    assertThat(spans.get(0).get("until").isNull()).isTrue();
    assertThat(spans.get(0).get("reason").stringValue()).isEqualTo("It was put to sleep by Ada.");
    for (int span = 1; span < spans.size(); span++) {
      assertThat(spans.get(span).get("until")).isEqualTo(spans.get(span - 1).get("since"));
    }
    assertThat(spans.get(spans.size() - 1).get("state").stringValue()).isEqualTo("creating");
    assertThat(error(ada.get(page, ada.build + "/life?page=none")))
        .isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST /sleep", "POST /wake", "DELETE", "GET /life", "GET /files/"})
  void anotherMembersIsNotFound(String call) {
    String[] parts = call.split(" ", 2);
    String path = parts.length == 1 ? ada.build : ada.build + parts[1];

    assertThat(error(api.call(BOB, parts[0], path))).isEqualTo("404 not_found");
    assertThat(error(api.call(BOB, "POST", ada.build + "/exec", "{\"command\":\"true\"}")))
        .isEqualTo("404 not_found");
    assertThat(json(api.get(BOB, "/api/activity")).get("entries").size()).isZero();
    assertThat(json(api.get(BOB, "/api/tasks")).get("tasks").size()).isZero();
  }
}
