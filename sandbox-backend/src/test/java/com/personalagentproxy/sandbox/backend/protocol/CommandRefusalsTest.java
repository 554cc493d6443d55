package com.personalagentproxy.sandbox.backend.protocol;

import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.chunk;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.json;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.lastChunk;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.streamHead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.BackendException.Failed;
import com.personalagentproxy.sandbox.machine.BackendException.Unreachable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a command that the service refuses, by its own words (M5, X9). */
@Timeout(120)
class CommandRefusalsTest {

  private static final String EXITED = "{\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n";
  private static final String UNKNOWN_FIELD =
      json(
          "400 Bad Request",
          "{\"error\":\"invalid\",\"message\":\"The body has a field “exec”, which is unknown here.\"}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 Bad Request | invalid | Failed | refused the call: It says why.",
        "401 Unauthorized | unauthenticated | Failed | SANDBOX_BACKEND_TOKEN",
        "404 Not Found | machine_gone | MachineGone | no machine 11111111",
        "404 Not Found | not_found | Unreachable | Check the path",
        "404 Not Found | gone | Unreachable | status 404",
        "409 Conflict | machine_asleep | MachineAsleep | is asleep",
        "409 Conflict | too_late | Failed | took too long to get to the backend",
        "409 Conflict | machine_gone | Unreachable | status 409",
        "413 Too Large | too_large | Failed | It says why.",
        "500 Error | failed | Failed | It says why.",
        "500 Error | internal | Unreachable | status 500",
        "503 Unavailable | unavailable | Unreachable | It says why.",
        "302 Found | found | Unreachable | sends callers on to another address",
        "200 OK | failed | Unreachable | something else than a command's answer",
      })
  void everyErrorIsWhatThePortMakesOfIt(String status, String code, String kind, String sentence) {
    try (Speaking speaking =
        new Speaking(
            (request, line) ->
                line.send(
                    json(
                        status,
                        "{\"error\":\"%s\",\"message\":\"It says why.\"}".formatted(code))))) {
      Throwable thrown = catchThrowable(() -> speaking.run("true"));
      assertThat(thrown).isInstanceOf(BackendException.class).hasMessageContaining(sentence);
      assertThat(thrown.getClass().getSimpleName()).isEqualTo(kind);
    }
  }

  @Test
  void aHigherGenerationIsToldAndOneThatIsNotHigherIsNotBelieved() {
    for (String seen : new String[] {"9", "7", "6", "\"9\"", "0", "null"}) {
      try (Speaking speaking =
          new Speaking(
              (request, line) ->
                  line.send(
                      json(
                          "409 Conflict",
                          "{\"error\":\"stale_generation\",\"message\":\"Late.\",\"seen\":%s}"
                              .formatted(seen))))) {
        Throwable thrown = catchThrowable(() -> speaking.run("true"));
        if (seen.equals("9")) {
          assertThat(thrown)
              .isInstanceOfSatisfying(
                  BackendException.StaleGeneration.class,
                  stale -> assertThat(stale.seen().number()).isEqualTo(9));
        } else {
          assertThat(thrown).as(seen).isInstanceOf(Unreachable.class);
        }
      }
    }
  }

  @Test
  void anErrorAfterTheHeadSaysThatNothingWasRun() {
    try (Speaking speaking =
        new Speaking(
            (request, line) ->
                line.send(
                    streamHead()
                        + chunk("{}\n{\"error\":\"machine_asleep\",\"message\":\"Asleep.\"}\n")
                        + lastChunk()))) {
      assertThatThrownBy(() -> speaking.run("true"))
          .isInstanceOf(BackendException.MachineAsleep.class);
    }
  }

  @Test
  void aCommandThatIsRefusedAsTooLateIsTriedOnceMoreByTheClockOfTheRefusal() {
    AtomicBoolean refused = new AtomicBoolean();
    try (Speaking speaking =
        new Speaking(
            (request, line) -> {
              if (refused.getAndSet(true)) {
                line.send(streamHead() + chunk(EXITED) + lastChunk());
              } else {
                line.send(
                    json("409 Conflict", "{\"error\":\"too_late\",\"message\":\"Late.\"}")
                        .replace("10:00:00", "11:00:00"));
              }
            })) {
      assertThat(speaking.run("true").outcome()).isEqualTo(new Outcome.Exited(0));
      assertThat(speaking.service.requests())
          .filteredOn(request -> request.isFor("POST", "/exec"))
          .hasSize(2)
          .last()
          .matches(request -> request.body().contains("\"start_by\":\"2026-01-05T11:00:"));
    }
  }

  @Test
  void whenToComeAgainIsPassedOn() {
    try (Speaking speaking =
        new Speaking(
            (request, line) ->
                line.send(
                    json("503 Unavailable", "{\"error\":\"unavailable\",\"message\":\"Full.\"}")
                        .replace("\r\nDate", "\r\nRetry-After: 7\r\nDate")))) {
      assertThatThrownBy(() -> speaking.run("true"))
          .isInstanceOf(Unreachable.class)
          .hasMessage(
              "The backend can't be used at the moment: Full. It asks to wait for 7 seconds.");
    }
  }

  @Test
  void anAnswerOfAnErrorThatIsTooLargeIsNotReadOn() {
    try (Speaking speaking =
        new Speaking(
            (request, line) ->
                line.send(json("500 Error", "\"" + "x".repeat(2 * Service.LARGEST) + "\"")))) {
      assertThatThrownBy(() -> speaking.run("true"))
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining("more than 1048576 bytes");
    }
  }

  @Test
  void aServiceThatKnowsNoNamesOfCommandsIsAskedWithoutOne() {
    try (Speaking speaking =
        new Speaking(
            (request, line) ->
                line.send(
                    request.body().contains("\"exec\"")
                        ? UNKNOWN_FIELD
                        : streamHead() + chunk(EXITED) + lastChunk()))) {
      assertThat(speaking.run("true").outcome()).isEqualTo(new Outcome.Exited(0));
    }
  }

  @Test
  void whatIsInvalidWithoutANameTooIsRefusedWithTheServicesWords() {
    try (Speaking speaking = new Speaking((request, line) -> line.send(UNKNOWN_FIELD))) {
      assertThatThrownBy(() -> speaking.run("true"))
          .isInstanceOf(Failed.class)
          .hasMessageContaining("a field “exec”");
      assertThat(speaking.service.requests())
          .filteredOn(request -> request.isFor("POST", "/exec"))
          .hasSize(2);
    }
  }

  @Test
  void aCommandWithoutANameIsEndedByHangingUp() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    try (Speaking speaking =
        new Speaking(
            (request, line) -> {
              if (request.body().contains("\"exec\"")) {
                line.send(UNKNOWN_FIELD);
              } else {
                line.send(streamHead() + chunk("{\"stdout\":\"aGVsbG8K\"}\n"));
                begun.countDown();
                if (line.awaitGone()) {
                  gone.countDown();
                }
              }
            })) {
      CompletableFuture<Throwable> told = new CompletableFuture<>();
      Thread caller =
          new Thread(() -> told.complete(catchThrowable(() -> speaking.run("sleep 9"))));
      caller.start();
      assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
      caller.interrupt();
      assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(told.get(10, TimeUnit.SECONDS)).isInstanceOf(Unreachable.class);
      assertThat(speaking.service.requests()).noneMatch(each -> each.method().equals("DELETE"));
    }
  }
}
