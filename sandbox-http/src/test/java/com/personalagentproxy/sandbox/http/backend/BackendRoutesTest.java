package com.personalagentproxy.sandbox.http.backend;

import static com.personalagentproxy.sandbox.http.backend.ServedBackend.MACHINE;
import static com.personalagentproxy.sandbox.http.backend.ServedBackend.error;
import static com.personalagentproxy.sandbox.http.backend.ServedBackend.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"timeout\":5 | “command” is missing",
        "\"command\":\"\",\"timeout\":5 | command is missing",
        "\"command\":\"true\" | “timeout” is missing",
        "\"command\":\"true\",\"timeout\":0 | timeout is 0",
        "\"command\":\"true\",\"timeout\":121 | timeout is 121",
        "\"command\":\"true\",\"timeout\":\"5\" | “timeout” is missing",
        "\"command\":\"a\\u0000b\",\"timeout\":5 | NUL character",
        "\"command\":\"\\ud800\",\"timeout\":5 | half of a character",
        "\"command\":\"true\",\"timeout\":5,\"cwd\":\"\" | cwd is not a path",
        "\"command\":\"true\",\"timeout\":5,\"cwd\":\"a\\u0000\" | cwd is not a path",
        "\"command\":\"true\",\"timeout\":5,\"start_by\":\"soon\" | start_by is not a time",
        "\"command\":\"true\",\"timeout\":5,\"exec\":\"one\" | exec is not a command's name",
        "\"command\":\"true\",\"timeout\":5,\"env\":{} | “env”, which is unknown",
      })
  void aCommandIsCheckedWholeBeforeAnythingRuns(String fields, String sentence) {
    HttpResponse<String> answer = served.exec(fields);
    assertThat(error(answer)).isEqualTo("400 invalid");
    assertThat(json(answer).get("message").stringValue()).contains(sentence);
    assertThat(machines.calls()).isEmpty();
  }

  @Test
  void commandsAndInputBeyondTheirLimitsAreRefusedAndUpToThemTaken() {
    served.call("PUT", PATH, ONE);
    String line = "x".repeat(Command.LONGEST_LINE);
    String input = "x".repeat(Command.LONGEST_STDIN);
    assertThat(served.exec("\"command\":\"" + line + "\",\"timeout\":5").statusCode())
        .isEqualTo(200);
    assertThat(served.exec(QUICK + ",\"stdin\":\"" + input + "\"").statusCode()).isEqualTo(200);
    assertThat(error(served.exec("\"command\":\"" + line + "x\",\"timeout\":5")))
        .isEqualTo("400 invalid");
    assertThat(error(served.exec(QUICK + ",\"stdin\":\"" + input + "x\"")))
        .isEqualTo("400 invalid");
    assertThat(error(served.exec(QUICK + ",\"stdin\":\"" + "x".repeat(9_000_000) + "\"")))
        .isEqualTo("413 too_large");
  }

  @Test
  void whatACommandPrintsComesLineByLineAndThenItsOutcome() {
    served.call("PUT", PATH, ONE);
    AtomicReference<Command> ran = new AtomicReference<>();
    machines.runs(
        (machine, command) -> {
          ran.set(command);
          return new Ran("out\n", "err\n", new Outcome.Exited(7));
        });
    HttpResponse<String> answer =
        served.exec("\"command\":\"make\",\"stdin\":\"in\",\"cwd\":\"src\",\"timeout\":9");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
    assertThat(answer.body().lines())
        .containsExactlyInAnyOrder(
            "{\"stdout\":\"%s\"}".formatted(base64("out\n")),
            "{\"stderr\":\"%s\"}".formatted(base64("err\n")),
            "{\"outcome\":{\"kind\":\"exited\",\"code\":7}}");
    assertThat(answer.body()).endsWith("{\"outcome\":{\"kind\":\"exited\",\"code\":7}}\n");
    assertThat(ran.get()).isEqualTo(new Command("make", "in", "src", Duration.ofSeconds(9)));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void everyOutcomeIsTold() {
    served.call("PUT", PATH, ONE);
    for (Outcome outcome :
        List.of(
            new Outcome.Signalled("KILL"),
            new Outcome.TimedOut(),
            new Outcome.NoSuchFolder("/no"),
            new Outcome.CouldNotStart("No shell."),
            new Outcome.Lost("It fell asleep."))) {
      machines.runs((machine, command) -> Ran.ending(outcome));
      assertThat(served.exec(QUICK).body()).contains("{\"outcome\":{\"kind\":\"");
    }
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
  void aCallThatComesAfterItsTimeIsRefusedAndNothingRun() {
    served.call("PUT", PATH, ONE);
    HttpResponse<String> now = served.call("GET", "/");
    assertThat(now.headers().allValues("Date")).hasSize(1);
    String latest = served.clock.instant().toString();
    assertThat(served.exec(QUICK + ",\"start_by\":\"" + latest + "\"").statusCode()).isEqualTo(200);
    served.clock.advance(Duration.ofSeconds(1));
    assertThat(error(served.exec(QUICK + ",\"start_by\":\"" + latest + "\"")))
        .isEqualTo("409 too_late");
    assertThat(machines.calls(Verb.RUN)).isEqualTo(1);
  }

  @Test
  void aCommandIsEndedByItsNameAndItsOwnAnswerTellsHow() throws Exception {
    served.call("PUT", PATH, ONE);
    CountDownLatch begun = new CountDownLatch(1);
    machines.runs(
        (machine, command) -> {
          begun.countDown();
          return Ran.ending(untilInterrupted());
        });
    CompletableFuture<HttpResponse<String>> answer =
        served.begin(QUICK + ",\"exec\":\"" + EXEC + "\"");
    begun.await();

    assertThat(error(served.exec(QUICK + ",\"exec\":\"" + EXEC + "\""))).isEqualTo("400 invalid");
    assertThat(served.call("DELETE", PATH + "/exec/" + EXEC).statusCode()).isEqualTo(204);

    assertThat(answer.get(30, TimeUnit.SECONDS).body().lines().filter(line -> !line.equals("{}")))
        .containsExactly("{\"outcome\":{\"kind\":\"signalled\",\"signal\":\"TERM\"}}");
    assertThat(error(served.call("DELETE", PATH + "/exec/" + EXEC))).isEqualTo("404 command_gone");
  }

  private static Outcome untilInterrupted() {
    try {
      new CountDownLatch(1).await();
      return new Outcome.Exited(0);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return new Outcome.Signalled("TERM");
    }
  }

  @Test
  void anothersMachineOrAnotherNameEndsNothing() {
    assertThat(error(served.call("DELETE", PATH + "/exec/" + UUID.randomUUID())))
        .isEqualTo("404 command_gone");
    assertThat(error(served.call("DELETE", PATH + "/exec/one"))).isEqualTo("400 invalid");
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

  /** To a command that says that it was not run. */
  @Test
  void oneForWhichThereIsNoThreadIsNotRunAndItsNameIsFree() {
    try (ServedBackend full = new ServedBackend(machines, CallThreads.atMost(0))) {
      full.call("PUT", PATH, ONE);
      String named = QUICK + ",\"exec\":\"" + EXEC + "\"";

      assertThat(error(full.exec(named))).isEqualTo("500 failed");
      assertThat(json(full.exec(named)).get("message").stringValue())
          .isEqualTo(
              "The service runs as many commands as it can at the moment, and this one was not run. Try again in a few seconds.");
    }
  }
}
