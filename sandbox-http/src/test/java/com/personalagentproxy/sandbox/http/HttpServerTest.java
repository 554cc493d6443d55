package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.world.World;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpServerTest {

  private final Served served =
      new Served(
          new World(),
          config -> {
            config.routes.get(
                "/breaks",
                context -> {
                  throw new IllegalStateException("the command was rm -rf secret");
                });
            config.routes.get(
                "/breaks-badly",
                context -> {
                  throw new StackOverflowError("secret");
                });
            config.routes.get(
                "/looks-in-vain",
                context -> {
                  throw StorageException.notKnown("The database failed, in: SELECT secret", null);
                });
            config.routes.post(
                "/may-have-changed",
                context -> {
                  throw StorageException.notKnown("The database failed, in: UPDATE secret", null);
                });
            config.routes.post(
                "/has-changed-nothing",
                context -> {
                  throw StorageException.nothingWritten("secret pool", null);
                });
            config.routes.post("/reads", context -> StrictJson.read(context, Thing.class));
          });

  record Thing(String name, int count) {}

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void saysThatItIsWell() {
    HttpResponse<String> answer = served.get("/health");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"status\":\"ok\"}");
  }

  @Test
  void keepsBrowsersStrict() {
    HttpResponse<String> answer = served.get("/health");

    assertThat(answer.headers().map())
        .containsEntry("x-content-type-options", List.of("nosniff"))
        .containsEntry("x-frame-options", List.of("DENY"))
        .containsEntry("referrer-policy", List.of("no-referrer"))
        .containsEntry("cache-control", List.of("no-store"))
        .containsKeys("content-security-policy", "x-request-id")
        .doesNotContainKey("server");
  }

  @Test
  void saysThatNothingIsAtAnUnknownAddress() {
    HttpResponse<String> answer = served.get("/nowhere");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":\"not_found\",\"message\":\"There is nothing at this address. Check it for a slip.\"}");
  }

  @Test
  void aDatabaseThatIsAwayIsUnavailableAndSaysWhetherAnythingWasDone() {
    HttpResponse<String> changed =
        served.send(served.to("/has-changed-nothing").POST(BodyPublishers.noBody()));
    HttpResponse<String> notKnown =
        served.send(served.to("/may-have-changed").POST(BodyPublishers.noBody()));

    assertThat(List.of(changed.statusCode(), notKnown.statusCode())).containsOnly(503);
    assertThat(changed.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(changed.body())
        .startsWith("{\"error\":\"unavailable\",\"message\":")
        .contains("nothing of this was done. Try again in a few seconds");
    assertThat(notKnown.body())
        .contains("it is not known whether this was done. Look whether it was, then try again");
    assertThat(served.get("/looks-in-vain").body())
        .contains("nothing of this was done")
        .doesNotContain("secret");
  }

  @Test
  void namesTheMethodsThatAreTaken() {
    HttpResponse<String> answer = served.send(served.to("/health").DELETE());

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":\"method_not_allowed\",\"message\":\"DELETE is not taken here. Use GET.\"}");
  }

  @Test
  void tellsNothingOfWhatWentWrongInsideButWhereToFindIt() {
    HttpResponse<String> answer = served.get("/breaks");

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body())
        .startsWith("{\"error\":\"internal\",\"message\":\"Something went wrong inside the server")
        .contains(answer.headers().firstValue("X-Request-Id").orElseThrow())
        .doesNotContain("rm -rf", "IllegalState", "\\tat ");
  }

  @Test
  void tellsNothingOfAnErrorOfTheMachineEither() {
    HttpResponse<String> answer = served.get("/breaks-badly");

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).startsWith("{\"error\":\"internal\"").doesNotContain("secret");
  }

  @Test
  void writesDownWhereItWentWrongAndNoMessage() {
    String log =
        FailureLog.described(
            new IllegalStateException("the token was 123", new RuntimeException("rm -rf")));

    assertThat(log)
        .contains("java.lang.IllegalStateException", "caused by java.lang.RuntimeException")
        .contains("at com.personalagentproxy.sandbox.http.HttpServerTest")
        .doesNotContain("token", "rm -rf");
  }

  @Test
  void refusesABodyThatIsTooLargeHoweverItIsSent() {
    byte[] large = new byte[RequestBody.LARGEST + 1];
    for (var body :
        List.of(
            BodyPublishers.ofByteArray(large),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))) {
      HttpResponse<String> answer = served.send(served.toMcp().POST(body));

      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(answer.body())
          .isEqualTo(
              "{\"error\":\"too_large\",\"message\":\"The body is larger than the 8388608 bytes that are taken. Send it in parts.\"}");
    }
  }

  @Test
  void saysWhatIsWrongWithABodyWithoutBeingAsked() {
    HttpResponse<String> answer =
        served.send(
            served
                .to("/reads")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\":\"x\",\"count\":\"1\"}")));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":\"validation_error\",\"message\":\"“count” is missing, or has a value of the wrong kind. Give one of the kind described.\"}");
  }

  @Test
  void answersWhatIsNoHttpInTheSameShape() {
    String answer = served.raw("GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 400").contains("{\"error\":\"validation_error\"");
    assertThat(answer).doesNotContain("Jetty", "<html");
  }

  @Test
  void saysThatThePortIsTaken() {
    int port = served.server.port();

    assertThatThrownBy(() -> HttpServer.start(HttpSettings.loopback(port), List.of()))
        .isInstanceOf(CannotListenException.class)
        .hasMessage(
            "Port %d on 127.0.0.1 is taken by another program. Stop that one, or choose another port.",
            port);
  }

  @Test
  void saysThatTheAddressIsNotThisComputers() {
    assertThatThrownBy(() -> HttpServer.start(HttpSettings.loopback(0).on("192.0.2.1"), List.of()))
        .isInstanceOf(CannotListenException.class)
        .hasMessageContaining("can't listen on 192.0.2.1, port 0");
  }
}
