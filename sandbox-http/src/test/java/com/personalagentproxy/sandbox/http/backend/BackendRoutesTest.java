package com.personalagentproxy.sandbox.http.backend;

import static com.personalagentproxy.sandbox.http.backend.ServedBackend.MACHINE;
import static com.personalagentproxy.sandbox.http.backend.ServedBackend.error;
import static com.personalagentproxy.sandbox.http.backend.ServedBackend.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackendRoutesTest {

  private static final String ONE = "{\"generation\":1}";
  private static final String QUICK = "\"command\":\"true\",\"timeout\":5";
  private static final String PATH = "/machines/" + MACHINE;
  private static final String EXEC = "11111111-2222-4333-8444-666666666666";

  private final InMemoryMachines machines = new InMemoryMachines();
  private final ServedBackend served = new ServedBackend(machines);

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void everyRouteIsDescribedAndEveryDescribedCallIsARoute() {
    List<String> routes = served.routes.stream().filter(each -> !each.endsWith("/health")).toList();
    assertThat(new TreeSet<>(routes)).isEqualTo(new ProtocolDescription().calls());
  }

  @Test
  void itIntroducesItself() {
    HttpResponse<String> answer = served.call("GET", "/");
    assertThat(json(answer).get("protocol").intValue()).isEqualTo(1);
    assertThat(json(answer).get("isolation").stringValue()).isEqualTo("none");
    assertThat(json(answer).get("description").stringValue()).endsWith(".");
    assertThat(json(answer).get("gaps").isArray()).isTrue();
  }

  @Test
  void aMachineIsMadePutToSleepWokenFoundListedAndDeleted() {
    assertThat(json(served.call("PUT", PATH, ONE)).get("condition").stringValue())
        .isEqualTo("awake");
    assertThat(
            json(served.call("POST", PATH + "/sleep", "{\"generation\":2}"))
                .get("condition")
                .stringValue())
        .isEqualTo("asleep");
    assertThat(
            json(served.call("POST", PATH + "/wake", "{\"generation\":3}"))
                .get("condition")
                .stringValue())
        .isEqualTo("awake");
    assertThat(json(served.call("GET", PATH)).get("generation").intValue()).isEqualTo(3);
    assertThat(json(served.call("GET", "/machines?limit=1")).get("machines").get(0).get("id"))
        .hasToString("\"" + MACHINE + "\"");
    assertThat(json(served.call("GET", "/machines?after=" + MACHINE)).get("machines").isEmpty())
        .isTrue();
    assertThat(served.call("DELETE", PATH + "?generation=4").statusCode()).isEqualTo(204);
    assertThat(error(served.call("GET", PATH))).isEqualTo("404 machine_gone");
  }

  @Test
  void anotherInstallationsMachineIsFoundWithoutItsGeneration() {
    MachineId theirs = machines.madeByAnother();
    HttpResponse<String> answer = served.call("GET", "/machines/" + theirs);
    assertThat(json(answer).get("condition").stringValue()).isEqualTo("awake");
    assertThat(json(answer).has("generation")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /",
        "GET /machines",
        "GET " + PATH,
        "PUT " + PATH,
        "DELETE " + PATH + "?generation=1",
        "POST " + PATH + "/wake",
        "POST " + PATH + "/sleep",
        "POST " + PATH + "/exec",
        "DELETE " + PATH + "/exec/" + EXEC,
      })
  void withoutTheTokenNothingIsLookedAt(String call) {
    String[] words = call.split(" ", -1);
    for (String header :
        List.of(
            "Bearer wrong",
            "Bearer " + ServedBackend.TOKEN + "x",
            "Bearer " + ServedBackend.TOKEN.substring(1),
            "Basic " + ServedBackend.TOKEN,
            "Bearer",
            "Bearer  ")) {
      HttpResponse<String> answer =
          served.send(
              served
                  .to(words[1])
                  .setHeader("Authorization", header)
                  .setHeader("Sandbox-Installation", "nonsense")
                  .method(words[0], BodyPublishers.ofString("nonsense")));
      assertThat(error(answer)).as(header).isEqualTo("401 unauthenticated");
      assertThat(answer.body()).doesNotContain(ServedBackend.TOKEN);
    }
    assertThat(machines.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "6F0B1F5E-0000-4000-8000-0000000000AA", "1-2-3-4-5"})
  void whoseCallItIsMustBeSaid(String mark) {
    HttpResponse<String> answer =
        served.send(served.to("/machines").setHeader("Sandbox-Installation", mark).GET());
    assertThat(error(answer)).isEqualTo("400 invalid");
  }

  @Test
  void anInstallationThatIsNotServedIsToldSo() {
    HttpResponse<String> answer =
        served.send(
            served.to("/machines").setHeader("Sandbox-Installation", ServedBackend.REFUSED).GET());
    assertThat(error(answer)).isEqualTo("400 invalid");
    assertThat(json(answer).get("message").stringValue()).isEqualTo("Not for this installation.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "%2e%2e",
        "..%2f..%2fetc",
        "%2fetc%2fpasswd",
        "a",
        "1-2-3-4-5",
        "11111111-2222-4333-8444-55555555555",
        "11111111-2222-4333-8444-5555555555555",
        "11111111-2222-4333-8444-55555555555G",
        "11111111222243338444555555555555",
        "%7B11111111-2222-4333-8444-555555555555%7D",
        "11111111-2222-4333-8444-555555555555%00",
        "AAAAAAAA-2222-4333-8444-555555555555",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      })
  void anIdThatIsNoneIsRefusedWhereverItStands(String id) {
    for (String call : List.of("PUT ", "GET ", "POST /wake", "POST /exec", "DELETE ")) {
      String[] words = call.split(" ", -1);
      HttpResponse<String> answer = served.call(words[0], "/machines/" + id + words[1], ONE);
      assertThat(answer.statusCode()).as(call).isIn(400, 404, 405);
    }
    assertThat(machines.calls()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "generation=0",
        "generation=-1",
        "generation=1.0",
        "generation=x",
        "generation=",
        "generation=9999999999999999999",
        "generation=1&generation=2",
        "other=1",
      })
  void aDeletionNeedsItsGeneration(String query) {
    assertThat(error(served.call("DELETE", PATH + "?" + query))).isEqualTo("400 invalid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"limit=0", "limit=1001", "limit=-1", "limit=x", "limit=1&limit=2", "after=x"})
  void aPageIsAskedForWithinBounds(String query) {
    assertThat(error(served.call("GET", "/machines?" + query))).isEqualTo("400 invalid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"generation\":0}",
        "{\"generation\":\"1\"}",
        "{\"generation\":1.5}",
        "{\"generation\":1,\"generation\":2}",
        "{\"generation\":1} x",
        "{\"generation\":1,\"name\":\"build\"}",
        "{\"generation\":99999999999999999999}",
      })
  void aMovesBodyIsReadStrictly(String body) {
    assertThat(error(served.call("PUT", PATH, body))).isEqualTo("400 invalid");
    assertThat(machines.calls()).isEmpty();
  }

  @Test
  void whatTheBackendRefusesIsToldByItsCode() {
    assertThat(error(served.exec(QUICK))).isEqualTo("404 machine_gone");
    assertThat(error(served.call("POST", PATH + "/wake", ONE))).isEqualTo("404 machine_gone");
    served.call("PUT", PATH, "{\"generation\":5}");
    HttpResponse<String> stale = served.call("POST", PATH + "/sleep", "{\"generation\":4}");
    assertThat(error(stale)).isEqualTo("409 stale_generation");
    assertThat(json(stale).get("seen").intValue()).isEqualTo(5);
    served.call("POST", PATH + "/sleep", "{\"generation\":6}");
    assertThat(error(served.call("POST", PATH + "/exec", "{\"generation\":6," + QUICK + "}")))
        .isEqualTo("409 machine_asleep");
    machines.failNext(Verb.WAKE);
    assertThat(error(served.call("POST", PATH + "/wake", "{\"generation\":7}")))
        .isEqualTo("500 failed");
    machines.loseNextCall(Verb.WAKE);
    HttpResponse<String> away = served.call("POST", PATH + "/wake", "{\"generation\":7}");
    assertThat(error(away)).isEqualTo("503 unavailable");
    assertThat(away.headers().firstValue("Retry-After")).hasValue("5");
  }

  @Test
  void aFailureThatNobodyForesawTellsNothingOfItself() {
    served.call("PUT", PATH, ONE);
    machines.runs(
        (machine, command) -> {
          throw new IllegalStateException("secret");
        });
    HttpResponse<String> answer = served.exec(QUICK);
    assertThat(error(answer)).isEqualTo("500 internal");
    assertThat(answer.body()).doesNotContain("secret");
  }

  @Test
  void otherMethodsAndPathsAreNoCalls() {
    assertThat(error(served.call("POST", "/machines", ONE))).isEqualTo("405 method_not_allowed");
    assertThat(error(served.call("GET", "/nothing"))).isEqualTo("404 not_found");
    assertThat(error(served.call("GET", PATH + "/exec"))).isEqualTo("405 method_not_allowed");
    assertThat(error(served.call("GET", "/machines/" + UUID.randomUUID())))
        .isEqualTo("404 machine_gone");
  }
}
