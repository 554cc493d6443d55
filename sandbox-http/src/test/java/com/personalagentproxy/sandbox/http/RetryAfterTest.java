package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What passes says when to try again, wherever it was found. */
class RetryAfterTest {

  private final HttpServer server =
      HttpServer.start(
          HttpSettings.loopback(0).stopWithin(Duration.ZERO),
          List.of(
              config -> {
                config.routes.get(
                    "/fails/{kind}",
                    context -> {
                      throw new ProblemException(
                          ErrorKind.valueOf(context.pathParam("kind")), "It was told to.");
                    });
                config.routes.get(
                    "/by-itself/{status}",
                    context -> {
                      throw new io.javalin.http.HttpResponseException(
                          Integer.parseInt(context.pathParam("status")), "no", java.util.Map.of());
                    });
                config.routes.get(
                    "/waits",
                    context -> {
                      throw new TooManyRequestsException("Ada", Duration.ofSeconds(17));
                    });
                config.routes.get(
                    "/jetty/{status}",
                    context ->
                        context.res().sendError(Integer.parseInt(context.pathParam("status"))));
              }));

  @AfterEach
  void stop() {
    server.close();
  }

  private Optional<String> retryAfter(String path, int status)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                    .build(),
                BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(status);
    return answer.headers().firstValue("Retry-After");
  }

  @ParameterizedTest
  @EnumSource
  void itIsSaidWith429And503AndWithNothingElse(ErrorKind kind) throws Exception {
    boolean passes = kind.status() == 429 || kind.status() == 503;

    assertThat(retryAfter("/fails/" + kind.name(), kind.status()).isPresent()).isEqualTo(passes);
    assertThat(retryAfter("/by-itself/" + kind.status(), kind.status()).isPresent())
        .isEqualTo(passes);
    assertThat(retryAfter("/jetty/" + kind.status(), kind.status()).isPresent()).isEqualTo(passes);
  }

  @Test
  void whatIsKnownBetterIsKept() throws Exception {
    assertThat(retryAfter("/waits", 429)).hasValue("17");
  }
}
