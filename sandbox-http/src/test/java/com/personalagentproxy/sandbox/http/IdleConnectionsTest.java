package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.world.World;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Connections that are open and do nothing, half-open ones, and ones that drip. {@code
 * -Didle.connections=10000} makes them more, where the process may open as many files twice.
 */
class IdleConnectionsTest {

  private static final int CONNECTIONS = Integer.getInteger("idle.connections", 2_000);
  private static final Duration QUICKLY = Duration.ofMillis(500);

  private static final Patience SHORT =
      new Patience(
          Duration.ofSeconds(30),
          Duration.ofMillis(400),
          Duration.ofMillis(100),
          Duration.ofMillis(400));

  private final Served served = new Served(new World());
  private final List<Socket> open = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Closeable each : open) {
      each.close();
    }
    served.close();
  }

  private Socket connect(String begun) throws IOException {
    return connect(served.server, begun);
  }

  private Socket connect(HttpServer server, String begun) throws IOException {
    Socket socket = new Socket();
    open.add(socket);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), 20_000);
    socket.setSoTimeout(60_000);
    socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /**
   * Those that say nothing, those that are half-way through a head, and those that were answered.
   */
  private void connect(int connections) throws IOException {
    for (int connection = 0; connection < connections; connection++) {
      switch (connection % 3) {
        case 0 -> connect("");
        case 1 -> connect("POST /mcp HTTP/1.1\r\nHost: local");
        default ->
            assertThat(
                    connect("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .getInputStream()
                        .read())
                .isEqualTo('H');
      }
    }
  }

  /** At the 90th of a hundred. */
  private Duration callsTake() {
    long[] times = new long[100];
    for (int call = 0; call < times.length; call++) {
      long begun = System.nanoTime();
      assertThat(served.post(Served.request("ping", "{}")).statusCode()).isEqualTo(200);
      times[call] = System.nanoTime() - begun;
    }
    Arrays.sort(times);
    return Duration.ofNanos(times[times.length * 9 / 10]);
  }

  private static long usedMegabytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (1024 * 1024);
  }

  @Test
  void whileManyConnectionsAreIdleOrHalfThereCallsAreAnsweredAndNothingGrows() throws IOException {
    connect(CONNECTIONS / 4);
    callsTake();
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    long memory = usedMegabytes();

    connect(CONNECTIONS - CONNECTIONS / 4);

    assertThat(callsTake()).isLessThan(QUICKLY);
    assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(threads + 50);
    assertThat(usedMegabytes() - memory).isLessThan(50 + CONNECTIONS / 20);
  }

  @Test
  void bodiesThatNeverComeHoldNoOneUp() throws IOException {
    for (int connection = 0; connection < 300; connection++) {
      connect(
          "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
              + Served.TOKEN
              + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
    }

    assertThat(callsTake()).isLessThan(QUICKLY);
  }

  private static HttpServer impatient() {
    return HttpServer.start(
        HttpSettings.loopback(0).stopWithin(Duration.ZERO),
        List.of(config -> config.routes.post("/reads", RequestBody::json)),
        SHORT);
  }

  @Test
  void aHeadThatDripsIsCutOff() throws Exception {
    try (HttpServer server = impatient()) {
      assertThat(isCutOffWhileDripping(connect(server, "GET /health HTTP/1.1\r\n"), "X: y\r\n"))
          .isTrue();
    }
  }

  @Test
  void aBodyThatDripsIsCutOff() throws Exception {
    try (HttpServer server = impatient()) {
      Socket dripping =
          connect(
              server,
              String.join(
                  "\r\n",
                  "POST /reads HTTP/1.1",
                  "Host: localhost",
                  "Content-Type: application/json",
                  "Content-Length: 1000",
                  "",
                  ""));

      assertThat(isCutOffWhileDripping(dripping, " ")).isTrue();
    }
  }

  /** Dripping more often than any idle time-out; half a minute is longer than either may take. */
  private static boolean isCutOffWhileDripping(Socket dripping, String drop) throws Exception {
    InputStream answer = dripping.getInputStream();
    long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (System.nanoTime() < until) {
      try {
        dripping.getOutputStream().write(drop.getBytes(StandardCharsets.US_ASCII));
        dripping.setSoTimeout(50);
        if (answer.read() < 0) {
          return true;
        }
        dripping.setSoTimeout(10_000);
        answer.readAllBytes();
        return true;
      } catch (SocketTimeoutException nothingYet) {
        // Another drop.
      } catch (IOException cutOff) {
        return true;
      }
    }
    return false;
  }
}
