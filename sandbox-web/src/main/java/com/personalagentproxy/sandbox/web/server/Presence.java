package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;

/** Whether a server is there for whoever uses what a command has made beside it. */
public final class Presence {

  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(2);

  private Presence() {}

  /**
   * Whether the server of this configuration answers, from this computer or where people reach it.
   */
  public static boolean isThere(Configuration configuration) {
    HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWERS_WITHIN).build();
    return Stream.of(AddressNote.local(configuration), AddressNote.read(configuration))
        .distinct()
        .anyMatch(address -> answers(client, address));
  }

  private static boolean answers(HttpClient client, URI address) {
    try {
      return client
              .send(
                  HttpRequest.newBuilder(URI.create(address + "/health"))
                      .timeout(ANSWERS_WITHIN)
                      .build(),
                  BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException | IllegalArgumentException nobody) {
      return false;
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
