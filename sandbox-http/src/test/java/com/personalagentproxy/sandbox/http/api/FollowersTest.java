package com.personalagentproxy.sandbox.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.console.Change;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams of changes, as a socket sees them. */
@Timeout(60)
class FollowersTest {

  private static final int THREADS = 16;

  private final PushedChanges changes = new PushedChanges();
  private final Followers followers = new Followers(changes, Duration.ofMillis(100));
  private volatile boolean stands = true;
  private final HttpServer server =
      HttpServer.start(
          new HttpSettings("127.0.0.1", 0, Set.of(), null, THREADS, Duration.ofSeconds(5)),
          List.of(
              config -> {
                config.events.serverStopping(followers::end);
                config.routes.get(
                    "/follow",
                    context ->
                        context.future(
                            () ->
                                followers.open(
                                    context,
                                    "Ada",
                                    Set.of(),
                                    context.queryParam("after"),
                                    () -> stands)));
              }));

  @AfterEach
  void stop() {
    server.close();
  }

  private static Change.Removed removed(int number) {
    return new Change.Removed(
        new UUID(0, number), new ConnectionId(new UUID(1, 1)), "place-" + number);
  }

  private Socket follow(String query) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    socket
        .getOutputStream()
        .write(
            ("GET /follow" + query + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String readUntil(Socket socket, String sign) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder seen = new StringBuilder();
    byte[] piece = new byte[65_536];
    while (seen.indexOf(sign) < 0) {
      int read = in.read(piece);
      if (read < 0) {
        throw new AssertionError("The stream ended after: " + seen);
      }
      seen.append(new String(piece, 0, read, StandardCharsets.UTF_8));
    }
    return seen.toString();
  }

  @Test
  void tellsWhereItIsAndThenWhatChanges() throws Exception {
    World world = new World();
    try (Socket socket = follow("")) {
      assertThat(readUntil(socket, "id: now\n\n"))
          .contains("Content-Type: text/event-stream", "retry: 2000\n");
      assertThat(changes.awaitFollowers(1)).isOne();
      changes.push(removed(7));
      assertThat(readUntil(socket, "connection")).contains("id: place-7\nevent: removed\ndata: {");
      changes.push(
          new Change.Changed(
              world.make(World.own(world.laptop), "new\nline?".replace("\n", " ")), "8"));
      assertThat(readUntil(socket, "made_at"))
          .contains("id: 8\nevent: changed\ndata: {\"id\":", "\"name\":\"new line?\"");
    }
    assertThat(changes.placesAsked).containsExactly("now");
  }

  @Test
  void goesOnAfterTheLastEventOfBefore() throws Exception {
    try (Socket socket = follow("?after=place-3")) {
      readUntil(socket, "id: place-3\n\n");
      assertThat(changes.awaitFollowers(1)).isOne();
    }
    assertThat(changes.placesAsked).containsExactly("place-3");
  }

  @Test
  void aPlaceThatIsMadeUpAddsNoEvents() throws IOException {
    try (Socket socket = follow("?after=x%0Aevent:%20removed%0Adata:%20%7B%7D%0A%0A")) {
      assertThat(readUntil(socket, "\n:\n\n")).doesNotContain("\nevent: removed");
    }
  }

  @Test
  void beatsAndEndsWithTheRightToFollow() throws Exception {
    try (Socket socket = follow("")) {
      readUntil(socket, "\n:\n\n");
      stands = false;
      assertThat(readUntil(socket, "0\r\n\r\n")).isNotEmpty();
    }
    assertThat(changes.awaitFollowers(0)).isZero();
  }

  @Test
  void whoLeavesIsForgotten() throws Exception {
    try (Socket socket = follow("")) {
      readUntil(socket, "id: now\n\n");
      assertThat(changes.awaitFollowers(1)).isOne();
    }
    assertThat(changes.awaitFollowers(0)).isZero();
  }

  @Test
  void whoReadsTooSlowlyIsToldToReadAnewAndHoldsNobodyUp() throws Exception {
    try (Socket slow = follow("");
        Socket quick = follow("")) {
      readUntil(slow, "id: now\n\n");
      readUntil(quick, "id: now\n\n");
      assertThat(changes.awaitFollowers(2)).isEqualTo(2);
      Thread reader = new Thread(() -> drain(quick), "quick");
      reader.setDaemon(true);
      reader.start();
      for (int number = 0; number < 200_000; number++) {
        changes.push(removed(number));
      }
      assertThat(readUntil(slow, "event: unknown")).contains("event: removed");
    }
  }

  private static void drain(Socket socket) {
    try {
      socket.getInputStream().readAllBytes();
    } catch (IOException closed) {
      // As it should be.
    }
  }

  @Test
  void manyFollowWithoutAThreadEach() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int each = 0; each < 20 * THREADS; each++) {
        sockets.add(follow(""));
      }
      assertThat(changes.awaitFollowers(20 * THREADS)).isEqualTo(20 * THREADS);
      changes.push(removed(1));
      for (Socket socket : sockets) {
        readUntil(socket, "event: removed");
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void allEndWhenTheServerStops() throws IOException {
    try (Socket socket = follow("")) {
      readUntil(socket, "id: now\n\n");
      server.close();
      assertThat(socket.getInputStream().readAllBytes()).isNotNull();
    }
    assertThat(changes.followers()).isZero();
  }
}
