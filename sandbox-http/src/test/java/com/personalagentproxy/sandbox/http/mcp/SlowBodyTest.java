package com.personalagentproxy.sandbox.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.http.Served;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** C4: a body that comes slowly is answered by how things are when it is there. */
class SlowBodyTest {

  /** The body's own time, which is what this is about. */
  private static final Duration SLOW = Duration.ofMillis(1500);

  private final Served served = new Served();

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  void aTokenThatIsTakenBackWhileTheBodyComesIsWorthNothing() {
    HttpResponse<String> answer = slowly(() -> served.tokens.remove(Served.TOKEN));

    assertThat(answer.statusCode()).isEqualTo(401);
  }

  @Test
  void aSlowBodyIsAnsweredLikeAnyOther() {
    HttpResponse<String> answer = slowly(() -> {});

    assertThat(answer.statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> slowly(Runnable meanwhile) {
    byte[] body = Served.request("ping", "{}").getBytes(StandardCharsets.UTF_8);
    int half = body.length / 2;
    InputStream rest =
        new ByteArrayInputStream(body, half, body.length - half) {
          private boolean isComing;

          @Override
          public synchronized int read(byte[] buffer, int offset, int length) {
            if (!isComing) {
              isComing = true;
              LockSupport.parkNanos(SLOW.toNanos());
              meanwhile.run();
            }
            return super.read(buffer, offset, length);
          }
        };
    return served.send(
        served
            .toMcp()
            .POST(
                BodyPublishers.ofInputStream(
                    () -> new SequenceInputStream(new ByteArrayInputStream(body, 0, half), rest))));
  }
}
