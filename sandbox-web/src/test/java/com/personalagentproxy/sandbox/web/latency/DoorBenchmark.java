package com.personalagentproxy.sandbox.web.latency;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.server.QuickServer;
import com.personalagentproxy.sandbox.web.server.SandboxServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code sandbox_exec} costs over MCP beyond the command: a whole server with its database,
 * and machines that answer at once. Each caller has a sandbox of its own. Run by the profile {@code
 * door}, and by no other.
 */
class DoorBenchmark {

  private static final int SECONDS = Integer.getInteger("door.seconds", 10);
  private static final int CALLERS = Integer.getInteger("door.callers", 16);
  private static final int WARM_SECONDS = Integer.getInteger("door.warm", 10);

  @TempDir Path home;

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void whatACallCosts() throws Exception {
    Map<String, String> environment = new HashMap<>();
    environment.put("SANDBOX_HOME", home.toString());
    environment.put("SANDBOX_PORT", "0");
    environment.put("SANDBOX_BACKEND", "dev");
    environment.put("SANDBOX_AGENT_REQUESTS", "1000000000");
    environment.put("SANDBOX_ORGANIZATION_REQUESTS", "1000000000");
    String database = System.getenv("SANDBOX_TEST_DATABASE_URL");
    if (database != null) {
      environment.put("DATABASE_URL", database);
    }
    Configuration configuration =
        ((Configuration.Reading.Right) Configuration.read(environment, home)).configuration();
    try (SandboxServer server = QuickServer.start(configuration, new InMemoryMachines())) {
      URI url = URI.create(server.url() + "/mcp");
      String token = server.firstStart().orElseThrow().token().text();
      for (int caller = 0; caller < CALLERS; caller++) {
        call(url, token, "sandboxes_create", "{\"name\":\"box %s\"}".formatted(caller));
      }
      measured(url, token, WARM_SECONDS);
      long[] times = measured(url, token, SECONDS);
      System.out.printf(
          Locale.ROOT,
          "%nsandbox_exec over MCP, %s callers, %s s: %s calls, %.0f a second; median %.2f ms, p99 %.2f ms%n",
          CALLERS,
          SECONDS,
          times.length,
          times.length / (double) SECONDS,
          times[times.length / 2] / 1e6,
          times[times.length * 99 / 100] / 1e6);
    }
  }

  private long[] measured(URI url, String token, int seconds) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      List<Future<List<Long>>> all = new ArrayList<>();
      for (int each = 0; each < CALLERS; each++) {
        String arguments = "{\"sandbox\":\"box %s\",\"command\":\"true\"}".formatted(each);
        all.add(
            callers.submit(
                () -> {
                  List<Long> times = new ArrayList<>();
                  while (System.nanoTime() < end) {
                    long begun = System.nanoTime();
                    call(url, token, "sandbox_exec", arguments);
                    times.add(System.nanoTime() - begun);
                  }
                  return times;
                }));
      }
      List<Long> times = new ArrayList<>();
      for (Future<List<Long>> each : all) {
        times.addAll(each.get());
      }
      long[] sorted = times.stream().mapToLong(Long::longValue).toArray();
      Arrays.sort(sorted);
      return sorted;
    } finally {
      callers.shutdownNow();
    }
  }

  private void call(URI url, String token, String tool, String arguments) throws Exception {
    String message =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
            .formatted(tool, arguments);
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(url)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(BodyPublishers.ofString(message))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).contains("\"isError\":false");
  }
}
