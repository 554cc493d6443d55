package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.BOB;
import static com.personalagentproxy.sandbox.http.api.ServedApi.LAPTOP;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What a person is answered, by a personal token and by a browser's session alike. Each answer is
 * held against docs/openapi.yaml as it comes.
 */
class PeoplesAnswersTest {

  private static final String JSON = "application/json";

  private final ServedShell shell;
  private final ServedApi api;
  private final String one;

  PeoplesAnswersTest(@TempDir Path folder) {
    shell = new ServedShell(folder);
    api = shell.api;
    one = "/api/sandboxes/" + json(api.get(LAPTOP, "/api/sandboxes/build")).get("id").stringValue();
  }

  @AfterEach
  void stop() {
    shell.close();
  }

  private HttpResponse<String> get(boolean page, String path) {
    return api.send(api.byAda(page, path).GET());
  }

  private HttpResponse<String> call(boolean page, String method, String path, String body) {
    HttpResponse<String> answer =
        api.send(
            api.byAda(page, path)
                .header("Content-Type", JSON)
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    if (answer.statusCode() < 300 && !body.isEmpty()) {
      api.description.requireDescribedBody(method, answer.uri().getRawPath(), body);
    }
    return answer;
  }

  private HttpResponse<String> exec(boolean page, String accept, String command) {
    return api.send(
        api.byAda(page, one + "/exec")
            .header("Content-Type", JSON)
            .header("Accept", accept)
            .POST(BodyPublishers.ofString("{\"command\":\"" + command + "\"}")));
  }

  /** A task of the laptop's takes the sandbox, a second later. */
  private String taken() {
    api.world.clock.advance(Duration.ofSeconds(1));
    String task =
        json(api.call(LAPTOP, "POST", "/api/tasks", "{\"title\":\"Fix the flaky test\"}"))
            .get("id")
            .stringValue();
    api.call(LAPTOP, "POST", "/api/sandboxes/build/exec?task=" + task, "{\"command\":\"echo hi\"}");
    return task;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoItIs(boolean page) {
    JsonNode me = json(get(page, "/api/me"));

    assertThat(me.get("kind").stringValue()).isEqualTo("person");
    assertThat(me.get("name").stringValue()).isEqualTo("Ada");
    assertThat(me.get("id").stringValue()).isEqualTo(api.world.ada.member().toString());
    assertThat(me.get("member")).isEqualTo(me.get("id"));
    assertThat(me.get("role").stringValue()).isEqualTo("owner");
    assertThat(me.get("not_offered").isNull()).isTrue();
    assertThat(me.get("connections"))
        .allSatisfy(each -> assertThat(each.get("set").booleanValue()).isTrue())
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sandboxesAreListedAndLookedAtWithWhoUsesThem(boolean page) {
    String task = taken();

    JsonNode listed = json(get(page, "/api/sandboxes?search=BUI&state=awake"));
    JsonNode seen = json(get(page, one));

    assertThat(listed.get("sandboxes").size()).isOne();
    assertThat(listed.get("sandboxes").get(0)).isEqualTo(seen);
    assertThat(seen.get("name").stringValue()).isEqualTo("build");
    assertThat(seen.at("/user/task").stringValue()).isEqualTo(task);
    assertThat(seen.at("/user/title").stringValue()).isEqualTo("Fix the flaky test");
    assertThat(seen.at("/user/agent").stringValue()).isEqualTo("Ada's laptop");
    assertThat(seen.get("made_by").stringValue()).isEqualTo("agent Ada's laptop");
    assertThat(json(get(page, "/api/sandboxes?state=asleep")).get("sandboxes").size()).isZero();
    assertThat(error(get(page, "/api/sandboxes/build"))).isEqualTo("404 not_found");
    assertThat(error(get(page, "/api/sandboxes?page=none"))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void makingIsLeftToAgents(boolean page) {
    assertThat(error(call(page, "POST", "/api/sandboxes", "{\"name\":\"mine\"}")))
        .isEqualTo("403 forbidden");
    assertThat(error(call(page, "POST", "/api/tasks", "{\"title\":\"mine\"}")))
        .isEqualTo("403 forbidden");
    assertThat(error(call(page, "POST", "/api/tasks/" + taken() + "/finish", "")))
        .isEqualTo("403 forbidden");
    assertThat(json(get(page, "/api/sandboxes")).get("sandboxes").size()).isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sleepingWakingAndDeletingWorkWhateverTaskHasIt(boolean page) {
    taken();

    JsonNode slept = json(call(page, "POST", one + "/sleep", ""));
    JsonNode woken = json(call(page, "POST", one + "/wake", ""));
    JsonNode deleted = json(call(page, "DELETE", one, ""));

    assertThat(slept.get("state").stringValue()).isEqualTo("asleep");
    assertThat(slept.get("reason").stringValue()).isEqualTo("It was put to sleep by Ada.");
    assertThat(slept.get("sleeps_at").isNull()).isTrue();
    assertThat(woken.get("state").stringValue()).isEqualTo("awake");
    assertThat(woken.get("reason").stringValue()).isEqualTo("It was woken by Ada.");
    assertThat(woken.get("sleeps_at").isNull()).isFalse();
    assertThat(deleted.get("id")).isEqualTo(woken.get("id"));
    for (String path : List.of(one, one + "/life")) {
      assertThat(error(get(page, path))).isEqualTo("404 not_found");
    }
    assertThat(error(call(page, "DELETE", one, ""))).isEqualTo("404 not_found");
    assertThat(message(call(page, "POST", one + "/wake", "")))
        .isEqualTo("That sandbox isn't there any more. Look at the list again.");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commandsAreAnsweredOnceAndTakeNothing(boolean page) {
    String task = taken();
    assertThat(call(page, "POST", one + "/sleep", "").body()).contains("\"asleep\"");

    JsonNode result =
        json(
            call(
                page,
                "POST",
                one + "/exec",
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
    assertThat(json(get(page, one)).at("/user/task").stringValue()).isEqualTo(task);
    assertThat(error(exec(page, JSON, ""))).isEqualTo("400 validation_error");
    assertThat(
            message(call(page, "POST", one + "/exec", "{\"command\":\"true\",\"exec_id\":\"1\"}")))
        .isEqualTo("exec_id is for agents. Leave it out.");
    assertThat(error(call(page, "POST", one + "/exec?task=" + task, "{\"command\":\"true\"}")))
        .isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void commandsAreToldAsTheyPrint(boolean page) {
    taken();

    List<JsonNode> lines =
        exec(page, "application/x-ndjson", "echo out; exit 4")
            .body()
            .lines()
            .map(ServedApi::json)
            .toList();
    HttpResponse<String> events = exec(page, "text/event-stream", "echo out; exit 4");

    assertThat(lines.get(0).get("text").stringValue()).isEqualTo("out\n");
    assertThat(lines.get(lines.size() - 1).at("/result/exit_code").intValue()).isEqualTo(4);
    assertThat(events.headers().firstValue("Content-Type")).contains("text/event-stream");
    assertThat(events.body())
        .startsWith("event: output\ndata: {")
        .contains("\n\nevent: outcome\ndata: {");
    assertThat(error(exec(page, "text/event-stream", ""))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filesAreBroughtAndFetched(boolean page) throws Exception {
    taken();
    byte[] bytes = "some notes\n".getBytes(StandardCharsets.UTF_8);
    String file = one + "/files/below/notes.txt";

    HttpResponse<String> missing =
        api.send(api.byAda(page, file).PUT(BodyPublishers.ofByteArray(bytes)));
    HttpResponse<String> made =
        api.send(
            api.byAda(page, file + "?make_folders=true").PUT(BodyPublishers.ofByteArray(bytes)));
    HttpResponse<String> replaced =
        api.send(api.byAda(page, file).PUT(BodyPublishers.ofByteArray(bytes)));
    HttpResponse<String> fetched = get(page, file);
    HttpResponse<String> part = api.send(api.byAda(page, file).header("Range", "bytes=5-").GET());
    HttpResponse<String> head =
        api.send(api.byAda(page, file).method("HEAD", BodyPublishers.noBody()));
    JsonNode listed = json(get(page, one + "/files/below/"));

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
    assertThat(error(get(page, one + "/files/none"))).isEqualTo("404 not_found");
    assertThat(json(get(page, "/api/activity?deed=exec")).get("entries").size())
        .as("people's transfers are not agents' history")
        .isOne();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLifeIsToldFromNowBack(boolean page) {
    api.world.clock.advance(Duration.ofMinutes(1));
    call(page, "POST", one + "/sleep", "");

    JsonNode spans = json(get(page, one + "/life")).get("spans");

    assertThat(spans.get(0).get("state").stringValue()).isEqualTo("asleep");
    assertThat(spans.get(0).get("until").isNull()).isTrue();
    assertThat(spans.get(0).get("reason").stringValue()).isEqualTo("It was put to sleep by Ada.");
    for (int span = 1; span < spans.size(); span++) {
      assertThat(spans.get(span).get("until")).isEqualTo(spans.get(span - 1).get("since"));
    }
    assertThat(spans.get(spans.size() - 1).get("state").stringValue()).isEqualTo("creating");
    assertThat(error(get(page, one + "/life?page=none"))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tasksAreThoseOfTheOwnAgentsWithWhatTheyHold(boolean page) {
    String task = taken();
    api.world.start(api.world.bobs, "Bob's own");

    JsonNode row = json(get(page, "/api/tasks?state=under_way")).get("tasks").get(0);
    assertThat(row.get("id").stringValue()).isEqualTo(task);
    assertThat(row.get("title").stringValue()).isEqualTo("Fix the flaky test");
    assertThat(row.at("/agent/name").stringValue()).isEqualTo("Ada's laptop");
    assertThat(row.at("/holds/0/name").stringValue()).isEqualTo("build");
    assertThat(row.get("finished_at").isNull()).isTrue();
    assertThat(json(get(page, "/api/tasks")).get("tasks").toString()).doesNotContain("Bob");

    api.call(LAPTOP, "POST", "/api/tasks/" + task + "/finish");
    JsonNode finished = json(get(page, "/api/tasks?state=finished")).get("tasks").get(0);
    assertThat(finished.get("finished_at").isNull()).isFalse();
    assertThat(finished.get("holds").size()).isZero();
    assertThat(error(get(page, "/api/tasks?state=odd"))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theHistorySaysWhatAgentsCalledAndWhatCameOfIt(boolean page) {
    String task = taken();
    api.world.clock.advance(Duration.ofSeconds(1));
    api.get(LAPTOP, "/api/sandboxes/nowhere");
    String sandbox = one.substring(one.lastIndexOf('/') + 1);

    JsonNode ran =
        json(get(page, "/api/activity?deed=exec&task=" + task + "&sandbox=" + sandbox))
            .get("entries")
            .get(0);
    assertThat(ran.at("/agent/name").stringValue()).isEqualTo("Ada's laptop");
    assertThat(ran.at("/task/title").stringValue()).isEqualTo("Fix the flaky test");
    assertThat(ran.at("/about/name").stringValue()).isEqualTo("build");
    assertThat(ran.get("command").stringValue()).isEqualTo("echo hi");
    assertThat(ran.at("/verdict/kind").stringValue()).isEqualTo("ended");
    assertThat(ran.at("/verdict/outcome").stringValue()).isEqualTo("exited");
    assertThat(ran.at("/verdict/exit_code").intValue()).isZero();
    assertThat(ran.at("/verdict/stdout_tail").stringValue()).isEqualTo("hi\n");
    JsonNode refused = json(get(page, "/api/activity?agent=" + api.world.laptop.id()));
    assertThat(refused.at("/entries/0/verdict/kind").stringValue()).isEqualTo("refused");
    assertThat(refused.at("/entries/0/about/name").stringValue()).isEqualTo("nowhere");
    assertThat(json(get(page, "/api/activity?agent=" + api.world.phone.id())).get("entries").size())
        .isZero();
    assertThat(error(get(page, "/api/activity?deed=fly"))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void connectionsAreSwitchedForAllAndForOne(boolean page) {
    JsonNode listed = json(get(page, "/api/connections")).get("connections");
    String own = "/api/connections/" + listed.get(0).get("id").stringValue();
    String phone = own + "/agents/" + api.world.phone.id() + "/settings/";

    JsonNode set = json(call(page, "PUT", own + "/settings/delete", "{\"on\":true}"));
    JsonNode forOne = json(call(page, "PUT", phone + "delete", "{\"on\":false}"));
    JsonNode agents = json(get(page, own + "/agents")).get("agents");

    assertThat(listed.get(0).get("owner").stringValue()).isEqualTo("member");
    assertThat(listed.get(0).get("may_set").booleanValue()).isTrue();
    assertThat(listed.get(1).get("owner").stringValue()).isEqualTo("organization");
    assertThat(set.at("/settings/delete").booleanValue()).isTrue();
    assertThat(forOne.at("/delete/allowed").booleanValue()).isFalse();
    assertThat(agents)
        .hasSize(2)
        .anySatisfy(
            each -> {
              assertThat(each.at("/agent/name").stringValue()).isEqualTo("Ada's laptop");
              assertThat(each.at("/delete/allowed").booleanValue()).isTrue();
              assertThat(each.at("/delete/reason").stringValue()).isEqualTo("connections_setting");
            })
        .contains(forOne);
    assertThat(json(call(page, "PUT", phone + "delete", "{\"on\":null}")).at("/delete/reason"))
        .hasToString("\"connections_setting\"");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsReadIsNotSentAgainWhileItIsAsItWas(boolean page) throws Exception {
    taken();
    Files.writeString(shell.home.resolve("notes.txt"), "x");
    String connection = json(get(page, "/api/connections")).at("/connections/0/id").stringValue();
    for (String path :
        List.of(
            "/api/me",
            "/api/sandboxes",
            one,
            one + "/life",
            one + "/files",
            one + "/files/",
            one + "/files/notes.txt",
            "/api/tasks",
            "/api/connections",
            "/api/connections/" + connection + "/agents",
            "/api/activity")) {
      String tag = get(page, path).headers().firstValue("ETag").orElseThrow();
      HttpResponse<String> again =
          api.send(api.byAda(page, path).header("If-None-Match", tag).GET());
      HttpResponse<String> other =
          api.send(api.byAda(page, path).header("If-None-Match", "\"another\"").GET());

      assertThat(again.statusCode()).as(path).isEqualTo(304);
      assertThat(again.headers().firstValue("ETag")).as(path).contains(tag);
      assertThat(other.statusCode()).as(path).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pagesSkipNothingAndRepeatNothingWhileMoreCome(boolean page) {
    for (int each = 0; each < 120; each++) {
      api.world.clock.advance(Duration.ofSeconds(1));
      api.world.start(api.world.laptop, "task " + each);
    }
    for (String list : List.of("tasks", "activity?deed=start_task")) {
      String part = list.startsWith("tasks") ? "tasks" : "entries";
      String more = list.contains("?") ? "&page=" : "?page=";
      List<String> seen = new ArrayList<>();
      JsonNode read = json(get(page, "/api/" + list));
      for (int pages = 1; ; pages++) {
        assertThat(read.get(part).size()).as(list).isLessThanOrEqualTo(50);
        read.get(part).forEach(row -> seen.add(row.get("id").stringValue()));
        if (read.get("next").isNull()) {
          assertThat(pages).as(list).isGreaterThanOrEqualTo(3);
          break;
        }
        api.world.clock.advance(Duration.ofSeconds(1));
        api.world.start(api.world.laptop, "meanwhile");
        read = json(get(page, "/api/" + list + more + read.get("next").stringValue()));
      }
      Set<String> different = new HashSet<>(seen);
      assertThat(different).as(list).hasSameSizeAs(seen);
      assertThat(seen.size()).as(list).isGreaterThanOrEqualTo(120);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST /sleep", "POST /wake", "DELETE", "GET /life", "GET /files/"})
  void anotherMembersIsNotFound(String call) {
    String[] parts = call.split(" ", 2);
    String path = parts.length == 1 ? one : one + parts[1];

    assertThat(error(api.call(BOB, parts[0], path))).isEqualTo("404 not_found");
    assertThat(error(api.call(BOB, "POST", one + "/exec", "{\"command\":\"true\"}")))
        .isEqualTo("404 not_found");
    assertThat(json(api.get(BOB, "/api/activity")).get("entries").size()).isZero();
    assertThat(json(api.get(BOB, "/api/tasks")).get("tasks").size()).isZero();
  }
}
