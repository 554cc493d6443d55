package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.error;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.SandboxView;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A session changes something only from a page of this server's own. */
class OwnPageTest {

  private final ServedApi api = new ServedApi();
  private final SandboxView made = api.make("build");
  private final String sleep = "/api/sandboxes/" + made.id() + "/sleep";

  @AfterEach
  void stop() {
    api.close();
  }

  private HttpRequest.Builder signedIn(String path) {
    return api.to(path).header("Cookie", "sandboxes=" + ServedApi.SESSION);
  }

  private HttpResponse<String> sleepWith(String... headers) {
    HttpRequest.Builder request = signedIn(sleep).POST(BodyPublishers.noBody());
    return api.send(headers.length == 0 ? request : request.headers(headers));
  }

  private String origin() {
    return "http://127.0.0.1:" + api.server.port();
  }

  @Test
  void looksFromAnywhere() {
    assertThat(api.send(signedIn("/api/sandboxes").GET()).statusCode()).isEqualTo(200);
    assertThat(
            api.send(signedIn("/api/sandboxes").header("Sec-Fetch-Site", "cross-site").GET())
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void changesFromAPageOfThisServer() {
    assertThat(sleepWith("Sec-Fetch-Site", "same-origin", "Origin", origin()).statusCode())
        .isEqualTo(200);
    assertThat(sleepWith("Origin", origin()).statusCode()).isEqualTo(200);
  }

  @Test
  void changesNothingFromElsewhere() {
    for (String site : new String[] {"cross-site", "same-site", "none", "odd"}) {
      assertThat(error(sleepWith("Sec-Fetch-Site", site, "Origin", origin())))
          .as(site)
          .isEqualTo("403 forbidden");
    }
    assertThat(error(sleepWith("Origin", "http://evil.example"))).isEqualTo("403 forbidden");
    assertThat(error(sleepWith("Origin", "null"))).isEqualTo("403 forbidden");
    assertThat(error(sleepWith())).isEqualTo("403 forbidden");
    assertThat(api.world.row(made).state().name().word()).isEqualTo("awake");
  }

  @Test
  void takesNoBodyThatAFormCanSend() {
    for (String type :
        new String[] {
          "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "Text/Plain"
        }) {
      assertThat(error(sleepWith("Origin", origin(), "Content-Type", type)))
          .as(type)
          .isEqualTo("415 unsupported_media_type");
    }
  }

  @Test
  void aTokenIsTakenFromAnywhereAndGoesBeforeASession() {
    assertThat(api.call(ServedApi.ADA, "POST", sleep).statusCode()).isEqualTo(200);
    assertThat(
            error(
                api.send(
                    signedIn("/api/me").header("Authorization", "Bearer no-such-token").GET())))
        .isEqualTo("401 unauthenticated");
  }

  @Test
  void aSessionThatHasEndedIsWorthNothing() {
    api.sessions.remove(ServedApi.SESSION);
    assertThat(error(api.send(signedIn("/api/me").GET()))).isEqualTo("401 unauthenticated");
  }
}
