package com.personalagentproxy.sandbox.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.machine.Gate;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StreamsTest {

  private final Gate database = new Gate();
  private final Telling waiting = new Telling(Optional.of(database));
  private final Telling other = new Telling(Optional.empty());
  private final Streams streams = new Streams(Duration.ofMillis(10));
  private final HttpServer server =
      HttpServer.start(
          HttpSettings.loopback(0).stopWithin(Duration.ZERO),
          List.of(
              config -> {
                config.routes.get(
                    "/waiting", context -> streams.answer(context, "Ada", wake -> waiting));
                config.routes.get(
                    "/other", context -> streams.answer(context, "Bob", wake -> other));
              }));

  @AfterEach
  void stop() {
    database.open();
    streams.close();
    server.close();
  }

  @Test
  @Timeout(20)
  void whoWaitsForTheDatabaseDoesNotHoldUpWhatOthersAreTold() throws Exception {
    try (BufferedReader held = open("/waiting")) {
      assertThat(held.readLine()).isEqualTo("retry: 2000");
      database.awaitReached();
      try (BufferedReader reader = open("/other")) {

        other.hasNews.set(true);

        assertThat(reader.lines().filter(line -> line.startsWith("event:")).findFirst())
            .hasValue("event: news");
      }
    }
  }

  private BufferedReader open(String path) throws Exception {
    HttpResponse<InputStream> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                    .build(),
                BodyHandlers.ofInputStream());
    return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  /** Has news once it is told so; whether it may go on is known once the gate is open. */
  private static final class Telling implements EventSource {

    final AtomicBoolean hasNews = new AtomicBoolean();
    private final Optional<Gate> gate;

    Telling(Optional<Gate> gate) {
      this.gate = gate;
    }

    @Override
    public Optional<Event> next() {
      return hasNews.compareAndSet(true, false)
          ? Optional.of(new Event("news", "", null))
          : Optional.empty();
    }

    @Override
    public boolean hasNews() {
      return hasNews.get();
    }

    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public boolean mayGoOn() {
      gate.ifPresent(Gate::pass);
      return true;
    }

    @Override
    public void close() {}
  }
}
