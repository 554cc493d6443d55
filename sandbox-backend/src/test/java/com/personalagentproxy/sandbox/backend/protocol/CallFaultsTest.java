package com.personalagentproxy.sandbox.backend.protocol;

import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.answer;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.json;
import static com.personalagentproxy.sandbox.backend.protocol.Speaking.ASLEEP;
import static com.personalagentproxy.sandbox.backend.protocol.Speaking.AWAKE;
import static com.personalagentproxy.sandbox.backend.protocol.Speaking.IMPATIENT;
import static com.personalagentproxy.sandbox.backend.protocol.Speaking.MACHINE;
import static com.personalagentproxy.sandbox.backend.protocol.Speaking.SEVENTH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.personalagentproxy.sandbox.backend.protocol.ScriptedService.Script;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.BackendException.Failed;
import com.personalagentproxy.sandbox.machine.BackendException.Unreachable;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Gap;
import com.personalagentproxy.sandbox.machine.MachineBackend.Isolation;
import com.personalagentproxy.sandbox.move.Timing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of moves and questions when something happens to their answers on the way (M5). */
@Timeout(120)
class CallFaultsTest {

  private static void eachIsUnreachable(Script script) {
    for (Consumer<ProtocolMachines> call : Speaking.calls()) {
      try (Speaking speaking = new Speaking(script, IMPATIENT)) {
        assertThatThrownBy(() -> call.accept(speaking.machines))
            .isInstanceOf(Unreachable.class)
            .hasNoCause()
            .hasMessageStartingWith("The backend")
            .hasMessageEndingWith(".")
            .hasMessageNotContaining(Speaking.TOKEN)
            .hasMessageNotContaining("secret");
      }
    }
  }

  @Test
  void whatIsAnsweredAsItShouldIsDone() {
    try (Speaking speaking =
        new Speaking(
            (request, line) -> {
              if (request.isFor("POST", "/sleep")) {
                line.send(json("200 OK", ASLEEP));
              } else if (request.method().equals("DELETE")) {
                line.send("HTTP/1.1 204 No Content\r\n\r\n");
              } else if (request.path().contains("?limit")) {
                line.send(json("200 OK", "{\"machines\":[" + AWAKE + "]}"));
              } else {
                line.send(json("200 OK", AWAKE));
              }
            })) {
      Speaking.calls().forEach(call -> call.accept(speaking.machines));
      assertThat(speaking.machines.inspect(MACHINE)).isEqualTo(Condition.AWAKE);
      assertThat(speaking.machines.list(null, 10)).hasSize(1);
      assertThat(speaking.service.requests())
          .allSatisfy(
              request ->
                  assertThat(request.headers())
                      .containsEntry("authorization", "Bearer " + Speaking.TOKEN)
                      .containsEntry("sandbox-installation", Speaking.INSTALLATION.toString()));
      assertThat(speaking.service.connections()).as("connections are used again").isEqualTo(1);
    }
  }

  @Test
  void cutAtAnyByteItIsNeverASuccess() {
    byte[] whole = json("200 OK", AWAKE).getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < whole.length; length += 3) {
      byte[] part = Arrays.copyOf(whole, length);
      try (Speaking speaking = new Speaking((request, line) -> line.send(part).cut(), IMPATIENT)) {
        assertThatThrownBy(() -> speaking.machines.wake(MACHINE, SEVENTH))
            .as("cut after %s bytes", length)
            .isInstanceOf(Unreachable.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nContent-Type",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"id\""
      })
  void aServiceThatStopsIsGivenUp(String begun) {
    eachIsUnreachable(
        (request, line) -> {
          line.send(begun);
          line.awaitGone();
        });
  }

  @Test
  void anAnswerThatNeverEndsIsGivenUp() {
    eachIsUnreachable(
        (request, line) -> {
          line.send(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n");
          byte[] piece = " ".repeat(8192).getBytes(StandardCharsets.UTF_8);
          while (true) {
            line.send(piece);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "secret",
        "{\"id\":\"secret\"}",
        "{\"id\":7,\"condition\":\"awake\",\"generation\":7}",
        "{\"id\":\"11111111-2222-4333-8444-555555555556\",\"condition\":\"awake\",\"generation\":7,\"since\":\"2026-01-05T10:00:00Z\"}",
        "{\"id\":\"11111111-2222-4333-8444-555555555555\",\"condition\":\"sleepy\",\"generation\":7,\"since\":\"2026-01-05T10:00:00Z\"}",
        "{\"machines\":{}}",
        "{\"machines\":[{}]}",
        "{\"machines\":[null]}",
      })
  void whatIsNoAnswerIsTakenForNone(String body) {
    eachIsUnreachable((request, line) -> line.send(json("200 OK", body)));
  }

  @Test
  void anAnswerOfAnotherTypeOrAnotherServerIsTakenForNone() {
    eachIsUnreachable((request, line) -> line.send(answer("200 OK", "text/html", AWAKE)));
    eachIsUnreachable((request, line) -> line.send(answer("404 Not Found", "text/html", "secret")));
    eachIsUnreachable((request, line) -> line.send(answer("502 Bad", "text/plain", "secret")));
    eachIsUnreachable(
        (request, line) ->
            line.send(
                "HTTP/1.1 302 Found\r\nLocation: http://secret.invalid/\r\nContent-Length: 0\r\n\r\n"));
    eachIsUnreachable(
        (request, line) ->
            line.send(json("503 Busy", "{\"error\":\"unavailable\",\"message\":\"Full.\"}")));
  }

  @Test
  void aMoveThatIsAnsweredAsIfItWereAnotherIsNotDone() {
    try (Speaking speaking = new Speaking((request, line) -> line.send(json("200 OK", ASLEEP)))) {
      assertThatThrownBy(() -> speaking.machines.wake(MACHINE, SEVENTH))
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining("the machine isn't so");
      assertThatThrownBy(() -> speaking.machines.sleep(MACHINE, SEVENTH.next()))
          .as("of a generation before")
          .isInstanceOf(Unreachable.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "500 Error | failed | Failed",
        "401 Unauthorized | unauthenticated | Failed",
        "400 Bad | invalid | Failed",
        "404 Not Found | machine_gone | MachineGone",
        "409 Conflict | machine_asleep | Unreachable",
      })
  void errorsOfMovesAreWhatThePortMakesOfThem(String status, String code, String kind) {
    String body = "{\"error\":\"%s\",\"message\":\"It says why.\"}".formatted(code);
    try (Speaking speaking = new Speaking((request, line) -> line.send(json(status, body)))) {
      Throwable thrown = catchThrowable(() -> speaking.machines.wake(MACHINE, SEVENTH));
      assertThat(thrown).isInstanceOf(BackendException.class);
      assertThat(thrown.getClass().getSimpleName()).isEqualTo(kind);
    }
  }

  /** The next one is claimed beyond what was seen, and there must be a next one. */
  @Test
  void aGenerationThatNoneCanHaveSeenIsNotBelieved() {
    for (String seen : List.of("9007199254740992", "9223372036854775807", "7")) {
      String body =
          "{\"error\":\"stale_generation\",\"message\":\"Late.\",\"seen\":%s}".formatted(seen);
      try (Speaking speaking =
          new Speaking((request, line) -> line.send(json("409 Conflict", body)))) {
        assertThatThrownBy(() -> speaking.machines.wake(MACHINE, SEVENTH))
            .isInstanceOf(Unreachable.class);
      }
    }
    String kept = AWAKE.replace("\"generation\":7", "\"generation\":9007199254740992");
    String page = "{\"machines\":[" + kept + "]}";
    try (Speaking speaking = new Speaking((request, line) -> line.send(json("200 OK", page)))) {
      assertThatThrownBy(() -> speaking.machines.list(null, 1))
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining("“generation”");
    }
  }

  @Test
  void onlyTheErrorThatSaysSoMakesAMachineAbsent() {
    String gone = "{\"error\":\"machine_gone\",\"message\":\"Gone.\"}";
    String lost = "{\"error\":\"not_found\",\"message\":\"What?\"}";
    try (Speaking speaking =
        new Speaking((request, line) -> line.send(json("404 Not Found", gone)))) {
      assertThat(speaking.machines.inspect(MACHINE)).isEqualTo(Condition.ABSENT);
    }
    try (Speaking speaking =
        new Speaking((request, line) -> line.send(json("404 Not Found", lost)))) {
      assertThatThrownBy(() -> speaking.machines.inspect(MACHINE)).isInstanceOf(Unreachable.class);
    }
  }

  @Test
  void aListThatRunsInCirclesOrIsTooLongIsNotBelieved() {
    for (String machines : List.of(AWAKE + "," + AWAKE, AWAKE)) {
      try (Speaking speaking =
          new Speaking(
              (request, line) -> line.send(json("200 OK", "{\"machines\":[" + machines + "]}")))) {
        assertThatThrownBy(() -> speaking.machines.list(MACHINE, 10))
            .isInstanceOf(Unreachable.class)
            .hasMessageContaining("order of their ids");
        if (machines.length() > AWAKE.length()) {
          assertThatThrownBy(() -> speaking.machines.list(null, 1)).isInstanceOf(Unreachable.class);
        }
      }
    }
  }

  @Test
  void aConnectionThatWasKeptTooLongCostsNothing() {
    try (Speaking speaking =
        new Speaking(
            (request, line) -> {
              line.send(json("200 OK", AWAKE));
              // The next one finds it closed, or about to be.
              line.cut();
            })) {
      for (int time = 0; time < 20; time++) {
        speaking.machines.wake(MACHINE, SEVENTH);
      }
    }
  }

  @Test
  void whatTheServiceSaysOfItselfIsPassedOn() {
    try (Speaking speaking = new Speaking((request, line) -> {})) {
      assertThat(speaking.machines.isolation()).isEqualTo(Isolation.CONTAINER);
      assertThat(speaking.machines.description()).isEqualTo("Machines of a test.");
      assertThat(speaking.machines.gaps()).containsExactly(new Gap("one", "It can't."));
    }
  }

  @Test
  void aServiceThatIsAwayAtFirstIsUsedOnceItIsThere() throws IOException {
    ScriptedService first = new ScriptedService((request, line) -> {});
    int port = first.port();
    first.close();
    try (ProtocolMachines machines =
        ProtocolMachines.open(first.address(), Speaking.TOKEN, Speaking.INSTALLATION, IMPATIENT)) {
      assertThat(machines.isolation()).isEqualTo(Isolation.NONE);
      assertThat(machines.description())
          .isEqualTo(
              "Machines are kept by a service that can't be used at the moment. The backend can't be reached at its address.");
      assertThat(machines.gaps()).isEmpty();
      try (ScriptedService second =
          new ScriptedService(
              port, (request, line) -> line.send(json("200 OK", Speaking.INTRODUCTION)))) {
        assertThat(second.port()).isEqualTo(port);
        assertThat(machines.description()).isEqualTo("Machines of a test.");
        assertThat(machines.isolation()).isEqualTo(Isolation.CONTAINER);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"protocol\":2,\"isolation\":\"none\",\"description\":\"x\"} | speaks version 2",
        "{\"protocol\":1,\"isolation\":\"None\",\"description\":\"x\"} | isolation",
        "{\"protocol\":1,\"isolation\":\"none\"} | description",
        "{\"protocol\":1,\"isolation\":\"none\",\"description\":\"x\",\"gaps\":{}} | gaps",
        "{\"name\":\"another API\"} | protocol",
      })
  void aServiceOfAnotherKindIsSaidToBeOne(String introduction, String part) {
    try (ScriptedService service =
            new ScriptedService((request, line) -> line.send(json("200 OK", introduction)));
        ProtocolMachines machines =
            ProtocolMachines.open(service.address(), Speaking.TOKEN, Speaking.INSTALLATION)) {
      assertThat(machines.description()).contains("can't be used at the moment").contains(part);
      assertThat(machines.isolation()).isEqualTo(Isolation.NONE);
    }
  }

  @Test
  void aTokenThatIsNotTakenIsSaidSo() {
    String refused = "{\"error\":\"unauthenticated\",\"message\":\"Wrong.\"}";
    try (ScriptedService service =
            new ScriptedService((request, line) -> line.send(json("401 Unauthorized", refused)));
        ProtocolMachines machines =
            ProtocolMachines.open(service.address(), Speaking.TOKEN, Speaking.INSTALLATION)) {
      assertThat(machines.description())
          .contains("doesn't take this server's SANDBOX_BACKEND_TOKEN");
      assertThatThrownBy(() -> machines.make(MACHINE, SEVENTH))
          .isInstanceOf(Failed.class)
          .hasMessageContaining("nothing was done");
    }
  }

  @Test
  void aCommandSaysUntilWhenItMayStartByTheServicesClock() {
    try (Speaking speaking = new Speaking((request, line) -> line.cut(), IMPATIENT)) {
      assertThat(speaking.machines.description()).isNotEmpty();
      Throwable none = catchThrowable(() -> speaking.run("true"));
      assertThat(none).isInstanceOf(Unreachable.class);
      assertThat(speaking.service.requests())
          .as("the service's clock says 10:00:00, if it is to be believed")
          .filteredOn(request -> request.isFor("POST", "/exec"))
          .hasSize(1)
          .allMatch(request -> !request.body().contains("\"stdin\""));
    }
  }

  @Test
  void eachIsGivenUpBeforeItsCallerGivesUp() {
    Timing timing = Timing.USUAL;
    Patience patience = Patience.USUAL;
    assertThat(patience.beyondCommand()).isLessThan(timing.answerWithin());
    assertThat(patience.beyondCommand())
        .as("than a service's")
        .isGreaterThan(Duration.ofSeconds(10));
    assertThat(patience.make()).isLessThan(timing.makeWithin());
    assertThat(patience.move())
        .isLessThan(timing.wakeWithin())
        .isLessThan(timing.sleepWithin())
        .isLessThan(timing.deleteWithin());
    assertThat(patience.silence()).isGreaterThan(Duration.ofSeconds(5));
  }
}
