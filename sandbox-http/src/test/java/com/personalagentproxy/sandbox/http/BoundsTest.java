package com.personalagentproxy.sandbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.world.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How large a request may be, and how it may end. */
class BoundsTest {

  private final CountDownLatch readInVain = new CountDownLatch(1);
  private final Served served =
      new Served(
          new World(),
          config ->
              config.routes.post(
                  "/reads",
                  context -> {
                    try {
                      RequestBody.json(context);
                    } catch (CutOffException gone) {
                      readInVain.countDown();
                      throw gone;
                    }
                  }));

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void anAddressThatIsTooLongIsRefusedInTheOneShape() {
    HttpResponse<String> answer = served.get("/health?x=" + "x".repeat(20_000));

    assertThat(answer.statusCode()).isEqualTo(414);
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":\"uri_too_long\",\"message\":\"The address is too long. Shorten what it"
                + " asks for.\"}");
  }

  @Test
  void headersThatAreTooLargeAreRefusedInTheOneShape() {
    HttpResponse<String> answer =
        served.send(served.to("/health").header("X-Large", "x".repeat(20_000)));

    assertThat(answer.statusCode()).isEqualTo(431);
    assertThat(answer.body()).startsWith("{\"error\":\"headers_too_large\"");
    assertThat(served.send(served.to("/health").header("X-Large", "x".repeat(10_000))).statusCode())
        .isEqualTo(200);
  }

  @Test
  void aBodyThatItsSenderCutsOffIsNoFailureOfTheServers() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      sendHalf();
      assertThat(readInVain.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(served.get("/health").statusCode()).isEqualTo(200);
    } finally {
      System.setErr(before);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("failed:", "Exception");
  }

  private void sendHalf() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.server.port())) {
      socket
          .getOutputStream()
          .write(
              "POST /reads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"half\":"
                  .getBytes(StandardCharsets.US_ASCII));
    }
  }
}
