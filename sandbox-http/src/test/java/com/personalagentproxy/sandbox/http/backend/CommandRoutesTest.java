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
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands over the backend protocol: checked whole, told as they print, ended by their names. */
class CommandRoutesTest {

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
    assertThat(answer.headers().firstValue("X-Accel-Buffering")).hasValue("no");
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
