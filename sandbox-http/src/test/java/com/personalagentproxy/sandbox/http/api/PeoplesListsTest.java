package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.LAPTOP;
import static com.personalagentproxy.sandbox.http.api.ServedApi.error;
import static com.personalagentproxy.sandbox.http.api.ServedApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What a person is answered about all else, by a personal token and by a browser's session alike.
 */
class PeoplesListsTest extends PeoplesCalls {

  PeoplesListsTest(@TempDir Path folder) {
    super(folder);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoItIs(boolean page) {
    JsonNode me = json(ada.get(page, "/api/me"));

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
  void tasksAreThoseOfTheOwnAgentsWithWhatTheyHold(boolean page) {
    String task = ada.taken();
    api.world.start(api.world.bobs, "Bob's own");

    JsonNode row = json(ada.get(page, "/api/tasks?state=under_way")).get("tasks").get(0);
    assertThat(row.get("id").stringValue()).isEqualTo(task);
    assertThat(row.get("title").stringValue()).isEqualTo("Fix the flaky test");
    assertThat(row.at("/agent/name").stringValue()).isEqualTo("Ada's laptop");
    assertThat(row.at("/holds/0/name").stringValue()).isEqualTo("build");
    assertThat(row.get("finished_at").isNull()).isTrue();
    assertThat(json(ada.get(page, "/api/tasks")).get("tasks").toString()).doesNotContain("Bob");

    api.call(LAPTOP, "POST", "/api/tasks/" + task + "/finish");
    JsonNode finished = json(ada.get(page, "/api/tasks?state=finished")).get("tasks").get(0);
    assertThat(finished.get("finished_at").isNull()).isFalse();
    assertThat(finished.get("holds").size()).isZero();
    assertThat(error(ada.get(page, "/api/tasks?state=odd"))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theHistorySaysWhatAgentsCalledAndWhatCameOfIt(boolean page) {
    String task = ada.taken();
    api.world.clock.advance(Duration.ofSeconds(1));
    api.get(LAPTOP, "/api/sandboxes/nowhere");
    String sandbox = ada.build.substring(ada.build.lastIndexOf('/') + 1);

    JsonNode ran =
        json(ada.get(page, "/api/activity?deed=exec&task=" + task + "&sandbox=" + sandbox))
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
    JsonNode refused = json(ada.get(page, "/api/activity?agent=" + api.world.laptop.id()));
    assertThat(refused.at("/entries/0/verdict/kind").stringValue()).isEqualTo("refused");
    assertThat(refused.at("/entries/0/about/name").stringValue()).isEqualTo("nowhere");
    assertThat(
            json(ada.get(page, "/api/activity?agent=" + api.world.phone.id()))
                .get("entries")
                .size())
        .isZero();
    assertThat(error(ada.get(page, "/api/activity?deed=fly"))).isEqualTo("400 validation_error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void connectionsAreSwitchedForAllAndForOne(boolean page) {
    JsonNode listed = json(ada.get(page, "/api/connections")).get("connections");
    String own = "/api/connections/" + listed.get(0).get("id").stringValue();
    String phone = own + "/agents/" + api.world.phone.id() + "/settings/";

    JsonNode set = json(ada.call(page, "PUT", own + "/settings/delete", "{\"on\":true}"));
    JsonNode forOne = json(ada.call(page, "PUT", phone + "delete", "{\"on\":false}"));
    JsonNode agents = json(ada.get(page, own + "/agents")).get("agents");

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
    assertThat(json(ada.call(page, "PUT", phone + "delete", "{\"on\":null}")).at("/delete/reason"))
        .hasToString("\"connections_setting\"");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsReadIsNotSentAgainWhileItIsAsItWas(boolean page) throws Exception {
    ada.taken();
    Files.writeString(shell.home.resolve("notes.txt"), "x");
    String connection =
        json(ada.get(page, "/api/connections")).at("/connections/0/id").stringValue();
    for (String path :
        List.of(
            "/api/me",
            "/api/sandboxes",
            ada.build,
            ada.build + "/life",
            ada.build + "/files",
            ada.build + "/files/",
            ada.build + "/files/notes.txt",
            "/api/tasks",
            "/api/connections",
            "/api/connections/" + connection + "/agents",
            "/api/activity")) {
      String tag = ada.get(page, path).headers().firstValue("ETag").orElseThrow();
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
      JsonNode read = json(ada.get(page, "/api/" + list));
      for (int pages = 1; ; pages++) {
        assertThat(read.get(part).size()).as(list).isLessThanOrEqualTo(50);
        read.get(part).forEach(row -> seen.add(row.get("id").stringValue()));
        if (read.get("next").isNull()) {
          assertThat(pages).as(list).isGreaterThanOrEqualTo(3);
          break;
        }
        api.world.clock.advance(Duration.ofSeconds(1));
        api.world.start(api.world.laptop, "meanwhile");
        read = json(ada.get(page, "/api/" + list + more + read.get("next").stringValue()));
      }
      Set<String> different = new HashSet<>(seen);
      assertThat(different).as(list).hasSameSizeAs(seen);
      assertThat(seen.size()).as(list).isGreaterThanOrEqualTo(120);
    }
  }
}
