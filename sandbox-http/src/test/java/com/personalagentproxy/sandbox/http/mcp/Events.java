package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.Served;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An answer as it comes, on a connection of its own. */
final class Events implements AutoCloseable {

  private static final String DATA = "data: ";

  private final HttpResponse<InputStream> response;
  private final BufferedReader lines;

  private Events(HttpResponse<InputStream> response) {
    this.response = response;
    this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  /** Sends a request, and comes back when its answer has begun. */
  static Events of(HttpRequest.Builder request) {
    try {
      return new Events(
          HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted.", stop);
    }
  }

  HttpResponse<InputStream> response() {
    return response;
  }

  /** The next line; absent at the end. */
  @Nullable String line() {
    try {
      return lines.readLine();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The next message, with comments and all else passed over; fails at the end. */
  JsonNode message() {
    for (String line = line(); line != null; line = line()) {
      if (line.startsWith(DATA)) {
        return Modern.JSON.readTree(line.substring(DATA.length()));
      }
    }
    throw new AssertionError("The stream has ended.");
  }

  /** Whether nothing more comes but empty lines. */
  boolean hasEnded() {
    String line = line();
    while (line != null && line.isEmpty()) {
      line = line();
    }
    return line == null;
  }

  /** Hangs up. */
  @Override
  public void close() {
    try {
      response.body().close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A call of a tool by a client that began with initialize and asks for progress. */
  static HttpRequest.Builder call(Served served, int id, String tool, String arguments) {
    return served
        .toMcp()
        .POST(
            HttpRequest.BodyPublishers.ofString(
                "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s,\"_meta\":{\"progressToken\":\"p%d\"}}}"
                    .formatted(id, tool, arguments, id)));
  }
}
