package com.personalagentproxy.sandbox.backend.protocol;

import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.answer;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.chunk;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.lastChunk;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.streamHead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException.Failed;
import com.personalagentproxy.sandbox.machine.BackendException.Unreachable;
import com.personalagentproxy.sandbox.machine.Trial;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a command when something happens to its answer on the way (X9). */
@Timeout(120)
class CommandFaultsTest {

  private static final String HELLO = "{\"stdout\":\"aGVsbG8K\"}\n";
  private static final String EXITED = "{\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n";
  private static final String SECRET = "c2VjcmV0";

  @Test
  void cutAtAnyByteBeforeTheOutcomeItIsNeverASuccess() {
    byte[] whole =
        (streamHead() + chunk(HELLO) + chunk("{}\n") + chunk(EXITED) + lastChunk())
            .getBytes(StandardCharsets.UTF_8);
    int known = whole.length - "\r\n".length() - lastChunk().length();
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      try (Speaking speaking =
          new Speaking((request, line) -> line.send(part).cut(), Speaking.IMPATIENT)) {
        Throwable thrown = catchThrowable(() -> succeeds(speaking));
        if (length < known) {
          assertThat(thrown).as("cut after %s bytes", length).isInstanceOf(Unreachable.class);
        } else {
          assertThat(thrown).as("cut after %s bytes", length).isNull();
        }
      }
    }
  }

  private static void succeeds(Speaking speaking) {
    assertThat(speaking.run("echo hello").outcome()).isEqualTo(new Outcome.Exited(0));
  }

  @Test
  void cutAtAnyByteOfAnAnswerThatEndsWithItsConnectionItIsNoSuccessEither() {
    byte[] head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.UTF_8);
    byte[] body = (HELLO + EXITED).getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length < body.length; length++) {
      byte[] part = Arrays.copyOf(body, length);
      try (Speaking speaking =
          new Speaking((request, line) -> line.send(head).send(part).cut(), Speaking.IMPATIENT)) {
        assertThatThrownBy(() -> speaking.run("echo hello"))
            .as("cut after %s bytes", length)
            .isInstanceOf(Unreachable.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nContent-Ty",
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n16\r\n{\"stdout\":\"aGVsbG8K\"}\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n2c\r\n{\"outcome\":{\"kind\":\"exi",
        "HTTP/1.1 100 Continue\r\n\r\n",
      })
  void aServiceThatStopsIsGivenUpAndSeesItsCallerGo(String begun) throws Exception {
    CompletableFuture<Boolean> sawItsCallerGo = new CompletableFuture<>();
    try (Speaking speaking =
        new Speaking(
            (request, line) -> sawItsCallerGo.complete(line.send(begun).awaitGone()),
            Speaking.IMPATIENT)) {
      assertThatThrownBy(() -> speaking.run("sleep 1")).isInstanceOf(Unreachable.class);
      assertThat(sawItsCallerGo.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aServiceThatDripsIsGivenUpAfterTheCommandsTimeAndALittle() {
    try (Speaking speaking =
        new Speaking(
            (request, line) -> {
              line.send(streamHead());
              while (true) {
                line.send(chunk("{}\n"));
              }
            },
            Speaking.IMPATIENT)) {
      long begun = System.nanoTime();
      assertThatThrownBy(() -> speaking.run("true")).isInstanceOf(Unreachable.class);
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isBetween(Duration.ofMillis(1800), Duration.ofSeconds(10));
    }
  }

  @Test
  void aLineThatNeverEndsIsNotReadOn() {
    try (Speaking speaking =
        new Speaking(
            (request, line) -> {
              line.send(streamHead());
              while (true) {
                line.send(chunk("x".repeat(60_000)));
              }
            })) {
      assertThatThrownBy(() -> speaking.run("true"))
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining("a line of more than 1048576 bytes");
    }
  }

  @Test
  void headersThatNeverEndAreNotReadOn() {
    try (Speaking speaking =
        new Speaking(
            (request, line) -> {
              line.send("HTTP/1.1 200 OK\r\n");
              for (int number = 0; true; number++) {
                line.send("X-%s: %s\r\n".formatted(number, "x".repeat(1000)));
              }
            },
            Speaking.IMPATIENT)) {
      assertThatThrownBy(() -> speaking.run("true")).isInstanceOf(Unreachable.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n",
        "hello\n",
        "[]\n",
        "\"outcome\"\n",
        "null\n",
        "{\"stdout\":\"not base64!\"}\n",
        "{\"stdout\":7}\n",
        "{\"stdout\":null}\n",
        "{\"stdout\":\"" + SECRET + "\",\"stdout\":\"" + SECRET + "\"}\n",
        "{\"stdout\":\"\",\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n",
        "{\"outcome\":\"exited\"}\n",
        "{\"outcome\":{}}\n",
        "{\"outcome\":{\"kind\":\"finished\"}}\n",
        "{\"outcome\":{\"kind\":\"exited\"}}\n",
        "{\"outcome\":{\"kind\":\"exited\",\"code\":256}}\n",
        "{\"outcome\":{\"kind\":\"exited\",\"code\":-1}}\n",
        "{\"outcome\":{\"kind\":\"exited\",\"code\":0.0}}\n",
        "{\"outcome\":{\"kind\":\"exited\",\"code\":\"0\"}}\n",
        "{\"outcome\":{\"kind\":\"exited\",\"code\":18446744073709551616}}\n",
        "{\"outcome\":{\"kind\":\"signalled\",\"signal\":\"\"}}\n",
        "{\"outcome\":{\"kind\":\"signalled\",\"signal\":9}}\n",
        "{\"outcome\":{\"kind\":\"could_not_start\"}}\n",
        "{\"outcome\":{\"kind\":\"exited\",\"code\":0}} {}\n",
        "{\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n{\"outcome\":{\"kind\":\"exited\",\"code\":1}}\n",
        "{\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n{\"stdout\":\"" + SECRET + "\"}\n",
        "{\"error\":\"machine_sleepy\",\"message\":\"It nods.\"}\n",
        "{\"error\":\"stale_generation\",\"message\":\"Late.\"}\n",
        "{\"error\":\"stale_generation\",\"message\":\"Late.\",\"seen\":7}\n",
        "{\"error\":\"unavailable\",\"message\":\"Stopping.\"}\n",
        "{\"stdout\":\"\"}\n{\"error\":\"failed\",\"message\":\"Not run.\"}\n",
        "{\"error\":\"failed\",\"message\":\"Not run.\"}\n{\"stdout\":\"\"}\n",
      })
  void whatIsNoAnswerToACommandIsTakenForNone(String body) {
    try (Speaking speaking =
        new Speaking((request, line) -> line.send(streamHead() + chunk(body) + lastChunk()))) {
      assertThatThrownBy(() -> speaking.run("true"))
          .isInstanceOf(Unreachable.class)
          .hasNoCause()
          .message()
          .startsWith("The backend")
          .endsWith(".")
          .doesNotContain(SECRET, Speaking.TOKEN);
    }
  }

  @Test
  void linesThatSayNothingKnownArePassedOver() {
    try (Speaking speaking =
        new Speaking(
            (request, line) ->
                line.send(
                    streamHead()
                        + chunk("{}\n{\"note\":{\"outcome\":1}}\n" + HELLO)
                        + chunk("{\"stderr\":\"\"}\n" + EXITED)
                        + lastChunk()))) {
      Trial trial = speaking.run("echo hello");
      assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0));
      assertThat(trial.text()).isEqualTo("hello\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exited\",\"code\":255 | Exited[code=255]",
        "signalled\",\"signal\":\"KILL | Signalled[signal=KILL]",
        "timed_out | TimedOut[]",
        "no_such_folder\",\"cwd\":\"/no | NoSuchFolder[cwd=/no]",
        "could_not_start\",\"why\":\"No shell. | CouldNotStart[why=No shell.]",
        "lost\",\"why\":\"It fell asleep. | Lost[why=It fell asleep.]",
      })
  void everyOutcomeIsHeard(String told, String outcome) {
    String kind = "{\"outcome\":{\"kind\":\"" + told + (told.endsWith("255") ? "}}" : "\"}}");
    try (Speaking speaking =
        new Speaking(
            (request, line) -> line.send(streamHead() + chunk(kind + "\n") + lastChunk()))) {
      assertThat(speaking.run("true").outcome()).hasToString(outcome);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 407 Proxy\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 503 Unavailable\r\nRetry-After: 7\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 10\r\n\r\n0123456789",
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Length: -1\r\n\r\n",
        "HTTP/9.9 what\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "\r\n\r\n\r\n",
        "\u0000\u0001\u0002",
      })
  void whatAnotherServerSaysIsTakenForNothing(String answer) {
    try (Speaking speaking =
        new Speaking((request, line) -> line.send(answer).cut(), Speaking.IMPATIENT)) {
      assertThatThrownBy(() -> speaking.run("true"))
          .isInstanceOf(Unreachable.class)
          .message()
          .endsWith(".");
      assertThat(speaking.service.requests())
          .filteredOn(request -> request.isFor("POST", "/exec"))
          .hasSize(1);
    }
  }

  @Test
  void aServiceThatIsNotThereRanNothing() {
    ScriptedService gone = new ScriptedService((request, line) -> {});
    gone.close();
    try (ProtocolMachines machines =
        ProtocolMachines.open(gone.address(), Speaking.TOKEN, Speaking.INSTALLATION)) {
      assertThatThrownBy(
              () ->
                  Trial.of(machines, Speaking.MACHINE, Speaking.SEVENTH, Speaking.command("true")))
          .isInstanceOf(Failed.class)
          .hasMessage("The backend can't be reached at its address.");
    }
  }

  @Test
  void closingEndsWhatIsUnderWayAndLaterCallsAreRefused() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    try (Speaking speaking =
        new Speaking(
            (request, line) -> {
              asked.countDown();
              line.awaitGone();
            })) {
      CompletableFuture<Throwable> ended =
          CompletableFuture.supplyAsync(() -> catchThrowable(() -> speaking.run("sleep 1")));
      assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
      speaking.machines.close();
      assertThat(ended.get(5, TimeUnit.SECONDS))
          .isInstanceOf(Unreachable.class)
          .hasMessageContaining("shutting down");
      assertThatThrownBy(() -> speaking.run("true"))
          .as("which was never sent")
          .isInstanceOf(Failed.class)
          .hasMessageContaining("shutting down");
    }
  }

  @Test
  void anAnswerOfAnotherTypeIsNotReadAsACommands() {
    try (Speaking speaking =
        new Speaking((request, line) -> line.send(answer("200 OK", "text/plain", EXITED)))) {
      assertThatThrownBy(() -> speaking.run("true")).isInstanceOf(Unreachable.class);
    }
  }
}
