package com.personalagentproxy.sandbox.web.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetersTest {

  private static final String TOKEN = "for-the-scraper-alone";

  private final Meters meters = new Meters();
  private final HttpServer server =
      HttpServer.start(
          HttpSettings.loopback(0),
          List.of(
              new MetricsRoutes(meters, TOKEN),
              config -> config.routes.get("/things/{thing}", context -> context.result("one"))));

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void requestsAreCountedByTheirRouteAndNotByTheirAddress() throws Exception {
    get("/things/secret-name", "");
    get("/things/another", "");
    get("/nowhere/secret-name", "");

    String text = scraped();
    assertThat(text)
        .contains(
            "sandboxes_http_seconds_count{method=\"GET\",route=\"/things/{thing}\",status=\"200\"}"
                + " 2")
        .contains("sandboxes_http_seconds_count{method=\"GET\",route=\"none\",status=\"404\"} 1")
        .doesNotContain("secret-name");
  }

  @Test
  void onlyWhoHasTheTokenReadsThem() throws Exception {
    for (String given : List.of("", "Bearer ", "Bearer other", "Basic " + TOKEN)) {
      HttpResponse<String> answer = get("/metrics", given);
      assertThat(answer.statusCode()).as(given).isEqualTo(401);
      assertThat(answer.body()).contains("SANDBOX_METRICS_TOKEN").doesNotContain("jvm_");
    }
  }

  @Test
  void callsOfTheBackendAreMeasuredByWhatTheyCameTo() throws Exception {
    MeasuredBackend backend = new MeasuredBackend(new InMemoryMachines(), meters);
    MachineId machine = new MachineId(UUID.randomUUID());
    backend.make(machine, new Generation(2));
    assertThatThrownBy(() -> backend.sleep(machine, new Generation(1)))
        .isInstanceOf(BackendException.StaleGeneration.class);

    assertThat(scraped())
        .contains("sandboxes_move_seconds_count{move=\"make\",result=\"done\"} 1")
        .contains("sandboxes_move_seconds_count{move=\"sleep\",result=\"stale\"} 1");
  }

  @Test
  void aSweepThatFailsShowsInHowLongAgoTheLastGoodOneWas() throws Exception {
    SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
    boolean[] fails = {false};
    Runnable sweep =
        meters.measured(
            "sweep",
            () -> {
              if (fails[0]) {
                throw new IllegalStateException("The database is away.");
              }
            },
            clock);
    clock.advance(Duration.ofMinutes(1));
    sweep.run();
    clock.advance(Duration.ofSeconds(30));
    fails[0] = true;
    assertThatThrownBy(sweep::run).hasMessage("The database is away.");

    assertThat(scraped())
        .contains("sandboxes_sweep_age_seconds 30.0")
        .contains("sandboxes_sweep_seconds_count{result=\"done\"} 1")
        .contains("sandboxes_sweep_seconds_count{result=\"failed\"} 1");
  }

  @Test
  void javaItselfIsMeasured() throws Exception {
    assertThat(scraped())
        .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_cpu_usage");
  }

  private String scraped() throws Exception {
    HttpResponse<String> answer = get("/metrics", "Bearer " + TOKEN);
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private HttpResponse<String> get(String path, String authorization)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
