package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.ADA;
import static com.personalagentproxy.sandbox.http.api.ServedApi.BOB;
import static com.personalagentproxy.sandbox.http.api.ServedApi.LAPTOP;
import static com.personalagentproxy.sandbox.http.api.ServedApi.PHONE;
import static com.personalagentproxy.sandbox.http.api.ServedApi.error;
import static com.personalagentproxy.sandbox.http.api.ServedApi.json;
import static com.personalagentproxy.sandbox.http.api.ServedApi.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.World;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ResourcesTest {

  private final ServedApi api = new ServedApi();

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void tellsAnAgentWhoItIsAndWhatItMay() {
    JsonNode me = json(api.get(LAPTOP, "/api/me"));

    assertThat(me.get("kind").stringValue()).isEqualTo("agent");
    assertThat(me.get("name").stringValue()).isEqualTo("Ada's laptop");
    assertThat(me.get("connections").size()).isOne();
    JsonNode own = me.get("connections").get(0);
    assertThat(own.get("use").booleanValue()).isTrue();
    assertThat(own.get("delete").booleanValue()).isFalse();
    assertThat(own.get("set").booleanValue()).isFalse();
  }

  @Test
  void tellsAPersonLikewise() {
    JsonNode ada = json(api.get(ADA, "/api/me"));
    JsonNode bob = json(api.get(BOB, "/api/me"));

    assertThat(ada.get("role").stringValue()).isEqualTo("owner");
    assertThat(ada.get("connections").get(1).get("set").booleanValue()).isTrue();
    assertThat(bob.get("role").stringValue()).isEqualTo("member");
    assertThat(bob.get("connections").get(1).get("set").booleanValue()).isFalse();
  }

  @Test
  void tellsWhyThereAreNoSandboxes() {
    api.world.experiments.turnOff(api.world.organization);

    for (String token : new String[] {LAPTOP, ADA}) {
      JsonNode me = json(api.get(token, "/api/me"));
      assertThat(me.get("not_offered").stringValue()).contains("Sandboxes are not offered");
      assertThat(error(api.get(token, "/api/sandboxes"))).isEqualTo("403 forbidden");
    }
  }

  @Test
  void makesASandboxAndSaysWhereItIs() {
    HttpResponse<String> made = api.call(LAPTOP, "POST", "/api/sandboxes", "{\"name\":\"build\"}");

    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(made.headers().firstValue("Location"))
        .contains("/api/sandboxes/" + json(made).get("id").stringValue());
    assertThat(json(made).get("state").stringValue()).isEqualTo("awake");
    assertThat(json(api.get(LAPTOP, "/api/sandboxes/BUILD")).get("name").stringValue())
        .isEqualTo("build");
  }

  @Test
  void makesNoSecondOneForTheSameKeyInQuotesOrNot() {
    String made = makeWith("\"key 1\"", "build");

    assertThat(makeWith("key 1", "build")).isEqualTo(made);
    assertThat(api.world.machines.machines()).hasSize(1);
    HttpResponse<String> taken = api.call(LAPTOP, "POST", "/api/sandboxes", "{\"name\":\"build\"}");
    assertThat(error(taken)).isEqualTo("409 conflict");
    assertThat(json(taken).get("details").get("sandbox").stringValue()).isEqualTo(made);
  }

  @Test
  void aKeyWithAnotherNameIsRefused() {
    makeWith("key 1", "build");

    HttpResponse<String> other =
        api.send(
            api.to(LAPTOP, "/api/sandboxes")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "key 1")
                .POST(BodyPublishers.ofString("{\"name\":\"docs\"}")));

    assertThat(error(other)).isEqualTo("400 validation_error");
    assertThat(message(other))
        .isEqualTo(
            "idempotency_key was used before, to make sandbox “build”. Give another key, or none.");
    assertThat(api.world.machines.machines()).hasSize(1);
  }

  @Test
  void aKeyIsTheAgentsOwn() {
    makeWith("key 1", "build");

    HttpResponse<String> others =
        api.send(
            api.to(PHONE, "/api/sandboxes")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "key 1")
                .POST(BodyPublishers.ofString("{\"name\":\"docs\"}")));

    assertThat(others.statusCode()).isEqualTo(201);
    assertThat(json(others).get("name").stringValue()).isEqualTo("docs");
  }

  @Test
  void theSameKeyAtOnceMakesOne() {
    List<String> made = Race.of(8, runner -> makeWith("key 1", "build"));

    assertThat(new HashSet<>(made)).hasSize(1);
    assertThat(api.world.machines.machines()).hasSize(1);
  }

  private String makeWith(String key, String name) {
    HttpResponse<String> made =
        api.send(
            api.to(LAPTOP, "/api/sandboxes")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString("{\"name\":\"" + name + "\"}")));
    return json(made).get("id").stringValue();
  }

  @Test
  void listsPagesForAgentsAndPeople() {
    for (int each = 0; each < 51; each++) {
      api.world.clock.advance(Duration.ofSeconds(1));
      api.make("box " + each);
    }
    for (String token : new String[] {LAPTOP, ADA}) {
      JsonNode first = json(api.get(token, "/api/sandboxes"));
      JsonNode rest =
          json(api.get(token, "/api/sandboxes?page=" + first.get("next").stringValue()));

      assertThat(first.get("sandboxes").size()).isEqualTo(50);
      assertThat(rest.get("sandboxes").size()).isOne();
      assertThat(rest.get("next").isNull()).isTrue();
      assertThat(json(api.get(token, "/api/sandboxes?search=BOX%207")).get("sandboxes").size())
          .isOne();
      assertThat(json(api.get(token, "/api/sandboxes?state=lost")).get("sandboxes").size())
          .isZero();
      assertThat(error(api.get(token, "/api/sandboxes?state=odd")))
          .isEqualTo("400 validation_error");
    }
  }

  @Test
  void answersThatNothingHasChanged() {
    SandboxView made = api.make("build");
    for (String path : new String[] {"/api/sandboxes", "/api/sandboxes/" + made.id(), "/api/me"}) {
      String tag = api.get(ADA, path).headers().firstValue("ETag").orElseThrow();

      assertThat(
              api.send(api.to(ADA, path).header("If-None-Match", "\"other\", W/" + tag).GET())
                  .statusCode())
          .isEqualTo(304);
    }
    String tag =
        api.get(ADA, "/api/sandboxes/" + made.id()).headers().firstValue("ETag").orElseThrow();
    api.call(ADA, "POST", "/api/sandboxes/" + made.id() + "/sleep");
    assertThat(
            api.send(api.to(ADA, "/api/sandboxes/" + made.id()).header("If-None-Match", tag).GET())
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void putsToSleepWakesAndDeletes() {
    SandboxView made = api.make("build");
    String one = "/api/sandboxes/" + made.id();

    assertThat(state(api.call(LAPTOP, "POST", one + "/sleep"))).isEqualTo("asleep");
    assertThat(state(api.call(LAPTOP, "POST", one + "/wake"))).isEqualTo("awake");
    assertThat(error(api.call(LAPTOP, "DELETE", one))).isEqualTo("403 forbidden");
    assertThat(state(api.call(ADA, "POST", one + "/sleep"))).isEqualTo("asleep");
    assertThat(state(api.call(ADA, "POST", one + "/wake"))).isEqualTo("awake");
    assertThat(json(api.call(ADA, "DELETE", one)).get("name").stringValue()).isEqualTo("build");
    assertThat(error(api.get(ADA, one))).isEqualTo("404 not_found");
    assertThat(error(api.get(LAPTOP, one))).isEqualTo("404 not_found");
  }

  private static String state(HttpResponse<String> answer) {
    return json(answer).get("state").stringValue();
  }

  @Test
  void aNameMayHaveASlashAndBlanksInIt() {
    api.make("a/b c");

    assertThat(json(api.get(LAPTOP, "/api/sandboxes/a%2Fb%20c")).get("name").stringValue())
        .isEqualTo("a/b c");
  }

  @Test
  void callsAreForATaskThatIsNamed() {
    api.make("build");
    JsonNode task =
        json(api.call(LAPTOP, "POST", "/api/tasks", "{\"title\":\"Fix the flaky test\"}"));
    String id = task.get("id").stringValue();
    api.call(LAPTOP, "POST", "/api/sandboxes/build/exec?task=" + id, "{\"command\":\"make\"}");

    JsonNode user = json(api.get(LAPTOP, "/api/sandboxes/build")).get("user");
    assertThat(user.get("title").stringValue()).isEqualTo("Fix the flaky test");
    HttpResponse<String> refused = api.call(PHONE, "POST", "/api/sandboxes/build/sleep");
    assertThat(error(refused)).isEqualTo("409 conflict");
    assertThat(message(refused)).contains("is being used by the task “Fix the flaky test”");

    HttpResponse<String> finished = api.call(LAPTOP, "POST", "/api/tasks/" + id + "/finish");
    assertThat(json(finished).get("state").stringValue()).isEqualTo("finished");
    assertThat(error(api.call(PHONE, "POST", "/api/tasks/" + id + "/finish")))
        .isEqualTo("404 not_found");
  }

  @Test
  void switchesWhatAgentsMayDoForAllAndForOne() {
    SandboxView made = api.make("build");
    JsonNode listed = json(api.get(ADA, "/api/connections")).get("connections");
    String own = "/api/connections/" + listed.get(0).get("id").stringValue();
    String shared = "/api/connections/" + listed.get(1).get("id").stringValue();

    JsonNode set = json(api.call(ADA, "PUT", own + "/settings/delete", "{\"on\":true}"));
    JsonNode forOne =
        json(
            api.call(
                ADA,
                "PUT",
                own + "/agents/" + api.world.phone.id() + "/settings/use",
                "{\"on\":false}"));

    assertThat(set.get("settings").get("delete").booleanValue()).isTrue();
    assertThat(forOne.get("use").get("allowed").booleanValue()).isFalse();
    assertThat(forOne.get("use").get("reason").stringValue()).isEqualTo("agents_setting");
    assertThat(error(api.call(PHONE, "POST", "/api/sandboxes/" + made.id() + "/wake")))
        .isEqualTo("403 forbidden");
    assertThat(api.call(LAPTOP, "DELETE", "/api/sandboxes/" + made.id()).statusCode())
        .isEqualTo(200);
    JsonNode back =
        json(
            api.call(
                ADA,
                "PUT",
                own + "/agents/" + api.world.phone.id() + "/settings/use",
                "{\"on\":null}"));
    assertThat(back.get("use").get("reason").stringValue()).isEqualTo("starting_value");
    assertThat(error(api.call(BOB, "PUT", shared + "/settings/see", "{\"on\":true}")))
        .isEqualTo("403 forbidden");
    assertThat(error(api.call(BOB, "PUT", own + "/settings/see", "{\"on\":true}")))
        .isEqualTo("404 not_found");
    assertThat(error(api.call(ADA, "PUT", own + "/settings/fly", "{\"on\":true}")))
        .isEqualTo("404 not_found");
    assertThat(
            error(
                api.call(
                    BOB,
                    "PUT",
                    shared + "/agents/" + api.world.laptop.id() + "/settings/see",
                    "{\"on\":true}")))
        .isEqualTo("404 not_found");
  }

  @Test
  void whatIsForTheOtherKindOfCallerIsRefusedWithWhatToDo() {
    api.make("build");

    assertThat(message(api.call(ADA, "POST", "/api/sandboxes", "{\"name\":\"x\"}")))
        .isEqualTo("Making sandboxes is for agents. Use an agent's token, or ask your agent to.");
    assertThat(message(api.get(LAPTOP, "/api/connections")))
        .isEqualTo(
            "Listing connections is for people. Ask the member you work for, or leave it be.");
    assertThat(error(api.get(ADA, "/api/sandboxes?task=1"))).isEqualTo("400 validation_error");
  }

  @Test
  void whatIsNotTheCallersIsNotFound() {
    SandboxView made = api.make("build");
    api.world.connections.set(
        api.world.ownConnection(World.own(api.world.laptop)).id(), Action.DELETE, true);

    assertThat(error(api.get(BOB, "/api/sandboxes/" + made.id()))).isEqualTo("404 not_found");
    assertThat(error(api.call(BOB, "DELETE", "/api/sandboxes/" + made.id())))
        .isEqualTo("404 not_found");
  }

  @Test
  void brokenRequestsAreToldRight() {
    assertThat(error(api.send(api.to("/api/sandboxes").GET()))).isEqualTo("401 unauthenticated");
    assertThat(error(api.get("no-such-token", "/api/sandboxes"))).isEqualTo("401 unauthenticated");
    assertThat(error(api.get(LAPTOP, "/api/nothing"))).isEqualTo("404 not_found");
    HttpResponse<String> method = api.call(LAPTOP, "PUT", "/api/sandboxes", "{}");
    assertThat(error(method)).isEqualTo("405 method_not_allowed");
    assertThat(method.headers().firstValue("Allow")).isPresent();
    assertThat(
            error(api.send(api.to(LAPTOP, "/api/sandboxes").header("Accept", "text/html").GET())))
        .isEqualTo("406 not_acceptable");
    assertThat(
            error(
                api.send(
                    api.to(LAPTOP, "/api/sandboxes")
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString("{}")))))
        .isEqualTo("415 unsupported_media_type");
    assertThat(
            error(
                api.call(
                    LAPTOP,
                    "POST",
                    "/api/sandboxes",
                    "{\"name\":\"" + "x".repeat(9 * 1024 * 1024) + "\"}")))
        .isEqualTo("413 too_large");
    assertThat(error(api.call(LAPTOP, "POST", "/api/sandboxes", "{\"name\":\"x\",\"odd\":1}")))
        .isEqualTo("400 validation_error");
    assertThat(error(api.get(LAPTOP, "/api/sandboxes?page=1&page=2")))
        .isEqualTo("400 validation_error");
  }

  @Test
  void aTokenThatIsTakenBackIsWorthNothingFromTheNextCallOn() {
    assertThat(api.get(LAPTOP, "/api/me").statusCode()).isEqualTo(200);
    api.agents.remove(LAPTOP);
    assertThat(error(api.get(LAPTOP, "/api/me"))).isEqualTo("401 unauthenticated");
  }
}
