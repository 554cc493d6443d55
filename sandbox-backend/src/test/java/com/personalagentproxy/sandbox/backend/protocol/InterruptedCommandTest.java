package com.personalagentproxy.sandbox.backend.protocol;

import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.chunk;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.json;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.lastChunk;
import static com.personalagentproxy.sandbox.backend.protocol.ScriptedService.streamHead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.backend.protocol.ScriptedService.Line;
import com.personalagentproxy.sandbox.backend.protocol.ScriptedService.Request;
import com.personalagentproxy.sandbox.backend.protocol.ScriptedService.Script;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException.Failed;
import com.personalagentproxy.sandbox.machine.BackendException.Unreachable;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A command whose thread is interrupted: the service is asked to end it, and says how it ended. */
@Timeout(120)
class InterruptedCommandTest {

  private static final String HELLO = "{\"stdout\":\"aGVsbG8K\"}\n";
  private static final String TERMINATED =
      "{\"outcome\":{\"kind\":\"signalled\",\"signal\":\"TERM\"}}\n";
  private static final String GONE =
      json("404 Not Found", "{\"error\":\"command_gone\",\"message\":\"It has ended.\"}");
  private static final String ENDING =
      "HTTP/1.1 204 No Content\r\nDate: Mon, 05 Jan 2026 10:00:00 GMT\r\n\r\n";

  /** Usual but in how long it waits for a command that is to end. */
  private static final Patience HANGS_UP_SOON =
      new Patience(
          Patience.USUAL.silence(),
          Duration.ofSeconds(6),
          Patience.USUAL.make(),
          Patience.USUAL.move(),
          Patience.USUAL.look(),
          Duration.ofSeconds(3),
          Duration.ofMillis(300),
          Patience.USUAL.rest());

  private static final Patience WAITS_FOR_NOTHING_GONE =
      new Patience(
          Patience.USUAL.silence(),
          Patience.USUAL.beyondCommand(),
          Patience.USUAL.make(),
          Patience.USUAL.move(),
          Patience.USUAL.look(),
          Patience.USUAL.introduce(),
          Duration.ZERO,
          Patience.USUAL.rest());

  private final CountDownLatch isAsked = new CountDownLatch(1);
  private final CountDownLatch isToEnd = new CountDownLatch(1);
  private final CompletableFuture<Boolean> sawItsCallerGo = new CompletableFuture<>();

  /** A caller of a command, on a thread of its own. */
  private record Caller(
      Thread thread,
      CountDownLatch hasOutput,
      CompletableFuture<Object> end,
      CompletableFuture<Boolean> interrupted) {

    static Caller of(Speaking speaking) {
      CountDownLatch hasOutput = new CountDownLatch(1);
      CompletableFuture<Object> end = new CompletableFuture<>();
      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  end.complete(run(speaking, hasOutput));
                } catch (RuntimeException | Error thrown) {
                  end.complete(thrown);
                } finally {
                  interrupted.complete(Thread.currentThread().isInterrupted());
                }
              },
              "caller");
      thread.setDaemon(true);
      thread.start();
      return new Caller(thread, hasOutput, end, interrupted);
    }

    private static Trial run(Speaking speaking, CountDownLatch hasOutput) {
      ByteArrayOutputStream stdout = new ByteArrayOutputStream();
      ByteArrayOutputStream stderr = new ByteArrayOutputStream();
      Outcome outcome =
          speaking.machines.run(
              Speaking.MACHINE,
              Speaking.SEVENTH,
              Speaking.command("sleep 1"),
              (buffer, offset, length) -> {
                stdout.write(buffer, offset, length);
                hasOutput.countDown();
              },
              stderr::write);
      return new Trial(outcome, stdout, stderr, Duration.ZERO);
    }

    /** Interrupts it once its answer has begun. */
    void interrupt() throws InterruptedException {
      assertThat(hasOutput.await(20, TimeUnit.SECONDS)).isTrue();
      thread.interrupt();
    }

    Object ended() throws Exception {
      Object came = end.get(20, TimeUnit.SECONDS);
      assertThat(interrupted.get(5, TimeUnit.SECONDS)).as("the thread stays interrupted").isTrue();
      return came;
    }
  }

  /** Runs the command by one script, and answers the call to end it by another. */
  private Script service(Script command, Script end) {
    return (request, line) -> {
      if (request.method().equals("DELETE")) {
        isToEnd.countDown();
        end.answer(request, line);
      } else {
        command.answer(request, line);
      }
    };
  }

  private void begin(Line line) throws IOException {
    line.send(streamHead() + chunk(HELLO));
  }

  private void awaitEnd() throws IOException {
    await(isToEnd);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException stop) {
      throw new IOException(stop);
    }
  }

  @Test
  void theServiceEndsItAndSaysHow() throws Exception {
    Script command =
        (request, line) -> {
          begin(line);
          awaitEnd();
          line.send(chunk(HELLO) + chunk(TERMINATED) + lastChunk());
        };
    try (Speaking speaking = new Speaking(service(command, (request, line) -> line.send(ENDING)))) {
      Caller caller = Caller.of(speaking);
      caller.interrupt();

      assertThat(caller.ended())
          .isInstanceOfSatisfying(
              Trial.class,
              trial -> {
                assertThat(trial.outcome()).isEqualTo(new Outcome.Signalled("TERM"));
                assertThat(trial.text()).isEqualTo("hello\nhello\n");
              });
      Request exec = only(speaking, "POST");
      assertThat(only(speaking, "DELETE").path())
          .matches("/machines/" + Speaking.MACHINE + "/exec/[0-9a-f-]{36}")
          .satisfies(
              path ->
                  assertThat(exec.body())
                      .contains("\"exec\":\"" + path.substring(path.lastIndexOf('/') + 1) + "\""));
    }
  }

  private static Request only(Speaking speaking, String method) {
    return speaking.service.requests().stream()
        .filter(request -> request.method().equals(method))
        .reduce(
            (one, another) -> {
              throw new AssertionError("There are two: " + one + " and " + another);
            })
        .orElseThrow();
  }

  /** Hangs up, by which the service ends it too, and doesn't know how. */
  @Test
  void oneThatTheServiceDoesNotKnowIsWaitedForAMomentAndThenHungUp() throws Exception {
    hangsUp((request, line) -> line.send(GONE));
  }

  @Test
  void aServiceThatDoesNotKnowTheCallIsHungUp() throws Exception {
    hangsUp(
        (request, line) ->
            line.send(json("404 Not Found", "{\"error\":\"not_found\",\"message\":\"What?\"}")));
  }

  @Test
  void aServiceThatDoesNotAnswerTheCallIsHungUp() throws Exception {
    hangsUp((request, line) -> line.awaitGone());
  }

  @Test
  void aServiceThatSaysItEndsItAndDoesNotIsHungUp() throws Exception {
    hangsUp((request, line) -> line.send(ENDING));
  }

  private void hangsUp(Script end) throws Exception {
    Script command =
        (request, line) -> {
          begin(line);
          sawItsCallerGo.complete(line.awaitGone());
        };
    try (Speaking speaking = new Speaking(service(command, end), HANGS_UP_SOON)) {
      Caller caller = Caller.of(speaking);
      caller.interrupt();

      assertThat(caller.ended()).isInstanceOf(Unreachable.class);
      assertThat(sawItsCallerGo.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anOutcomeThatWasOnItsWayIsTaken() throws Exception {
    Script command =
        (request, line) -> {
          begin(line);
          awaitEnd();
          line.send(chunk("{\"outcome\":{\"kind\":\"exited\",\"code\":0}}\n") + lastChunk());
        };
    try (Speaking speaking = new Speaking(service(command, (request, line) -> line.send(GONE)))) {
      Caller caller = Caller.of(speaking);
      caller.interrupt();

      assertThat(caller.ended())
          .isInstanceOfSatisfying(
              Trial.class, trial -> assertThat(trial.outcome()).isEqualTo(new Outcome.Exited(0)));
    }
  }

  /** The first call has come, and its answer was lost. */
  @Test
  void oneThatIsGoneByACallThatWasCutIsWaitedForAsLongAsOneThatIsEnded() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch isGone = new CountDownLatch(1);
    Script command =
        (request, line) -> {
          begin(line);
          await(isGone);
          line.send(chunk(TERMINATED) + lastChunk());
        };
    Script end =
        (request, line) -> {
          if (calls.incrementAndGet() == 1) {
            line.cut();
          } else {
            line.send(GONE);
            isGone.countDown();
          }
        };
    try (Speaking speaking = new Speaking(service(command, end), WAITS_FOR_NOTHING_GONE)) {
      Caller caller = Caller.of(speaking);
      caller.interrupt();

      assertThat(caller.ended())
          .isInstanceOfSatisfying(
              Trial.class,
              trial -> assertThat(trial.outcome()).isEqualTo(new Outcome.Signalled("TERM")));
    }
  }

  @Test
  void whoIsInterruptedBeforeTheAnswerBeganHangsUp() throws Exception {
    Script command =
        (request, line) -> {
          isAsked.countDown();
          sawItsCallerGo.complete(line.awaitGone());
        };
    try (Speaking speaking = new Speaking(command)) {
      Caller caller = Caller.of(speaking);
      assertThat(isAsked.await(20, TimeUnit.SECONDS)).isTrue();
      caller.thread().interrupt();

      assertThat(caller.ended()).isInstanceOf(Unreachable.class);
      assertThat(sawItsCallerGo.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void whoIsInterruptedAgainWaitsNoLonger() throws Exception {
    Script command =
        (request, line) -> {
          begin(line);
          sawItsCallerGo.complete(line.awaitGone());
        };
    try (Speaking speaking = new Speaking(service(command, (request, line) -> line.awaitGone()))) {
      Caller caller = Caller.of(speaking);
      caller.interrupt();
      isToEnd.await();
      caller.thread().interrupt();

      assertThat(caller.ended()).isInstanceOf(Unreachable.class);
      assertThat(sawItsCallerGo.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void whoWasInterruptedBeforeSendsNothing() {
    try (Speaking speaking = new Speaking((request, line) -> line.cut())) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(() -> speaking.run("true"))
            .isInstanceOf(Failed.class)
            .hasMessageContaining("not run");
      } finally {
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(speaking.service.requests()).noneMatch(request -> request.isFor("POST", "/exec"));
    }
  }
}
