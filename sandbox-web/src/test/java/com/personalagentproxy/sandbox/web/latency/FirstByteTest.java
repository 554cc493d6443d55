package com.personalagentproxy.sandbox.web.latency;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.server.QuickServer;
import com.personalagentproxy.sandbox.web.server.SandboxServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a command prints reaches who follows it at once: from a backend over HTTP, through a whole
 * server, by each kind of stream. The command prints what time it is, and goes on for a while.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FirstByteTest {

  private static final int COMMANDS = 40;
  private static final Duration SOON = Duration.ofMillis(20);

  /** Longer than it may take: whoever hears of it only at the end hears of it too late. */
  private static final String COMMAND = "clock 60";

  private static final Pattern TIME = Pattern.compile("[^0-9](\\d{10,20})[^0-9]");

  private InstantService service;
  private ProtocolMachines machines;
  private SandboxServer server;
  private String token;

  @BeforeAll
  void start(@TempDir Path home) throws Exception {
    service = InstantService.start();
    machines = ProtocolMachines.open(service.address(), "a-token-of-a-test", UUID.randomUUID());
    Map<String, String> environment =
        Map.of("SANDBOX_HOME", home.toString(), "SANDBOX_PORT", "0", "SANDBOX_BACKEND", "dev");
    server =
        QuickServer.start(
            ((Configuration.Reading.Right) Configuration.read(environment, home)).configuration(),
            machines);
    token = server.firstStart().orElseThrow().token().text();
    try (AgentConnection agent = new AgentConnection(server.url(), MeasuredDoor.PATH, token)) {
      assertThat(agent.ask(AgentConnection.call("sandboxes_create", "{\"name\":\"box 0\"}")))
          .contains("\"isError\":false");
    }
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
    machines.close();
    service.close();
  }

  @Test
  void asProgressOverMcp() throws Exception {
    String call =
        MeasuredDoor.run(COMMAND, 0)
            .replace("\"params\":{", "\"params\":{\"_meta\":{\"progressToken\":1},");

    assertThat(quickestQuarter("/mcp", "application/json, text/event-stream", call))
        .isLessThan(SOON);
  }

  @Test
  void asAnEventStream() throws Exception {
    assertThat(quickestQuarter("/api/sandboxes/box%200/exec", "text/event-stream", body()))
        .isLessThan(SOON);
  }

  @Test
  void asLinesOfJson() throws Exception {
    assertThat(quickestQuarter("/api/sandboxes/box%200/exec", "application/x-ndjson", body()))
        .isLessThan(SOON);
  }

  private static String body() {
    return "{\"command\":\"%s\"}".formatted(COMMAND);
  }

  /** Of many: a computer that is busy with something else tells little about a single one. */
  private Duration quickestQuarter(String path, String accept, String body) throws Exception {
    long[] times = new long[COMMANDS];
    for (int command = 0; command < COMMANDS; command++) {
      times[command] = untilItCame(path, accept, body);
    }
    Arrays.sort(times);
    System.out.printf(
        "%s of %s: %.1f ms from printing to reading at the median, %.1f at a quarter%n",
        accept, path, times[COMMANDS / 2] / 1e6, times[COMMANDS / 4] / 1e6);
    return Duration.ofNanos(times[COMMANDS / 4]);
  }

  private long untilItCame(String path, String accept, String body) throws IOException {
    URI url = server.url();
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setTcpNoDelay(true);
      String request =
          "POST %s HTTP/1.1\r\nHost: %s:%s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nAccept: %s\r\nContent-Length: %s\r\n\r\n%s"
              .formatted(path, url.getHost(), url.getPort(), token, accept, body.length(), body);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      InputStream in = socket.getInputStream();
      StringBuilder read = new StringBuilder();
      byte[] buffer = new byte[8192];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        long now = System.nanoTime();
        read.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
        Matcher time = TIME.matcher(read);
        if (time.find()) {
          return now - Long.parseLong(time.group(1));
        }
      }
      throw new IOException("It ended without the time: " + read);
    }
  }
}
