package com.personalagentproxy.sandbox.web.latency;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.latency.PagesBenchmark.Times;
import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A person's browser that tells how long it waited, and keeps pages open. */
final class Reader {

  private static final Pattern LOADED = Pattern.compile("(?:src|href)=\"(/assets/[^\"]+)\"");
  private static final Pattern LIVE =
      Pattern.compile("data-live=\"([^\"]+)\" data-after=\"([^\"]+)\"");

  private final URI server;
  private final HttpClient client =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
  private final ConcurrentLinkedQueue<CompletableFuture<HttpResponse<Void>>> open =
      new ConcurrentLinkedQueue<>();

  Reader(URI server) {
    this.server = server;
  }

  void signIn(URI link) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(server.resolve("/sign-in"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", server.toString())
                .POST(BodyPublishers.ofString(link.getQuery()))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
  }

  String page(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  /** How many bytes come for it in that encoding. */
  int weight(String path, String encoding) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(
            HttpRequest.newBuilder(server.resolve(path))
                .header("Accept-Encoding", encoding)
                .build(),
            BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body().length;
  }

  /** What a browser loads for a page. */
  static List<String> assets(String page) {
    return LOADED.matcher(page).results().map(found -> found.group(1)).distinct().toList();
  }

  /** How long it takes until the first byte comes, so many times. */
  Times measured(String path, int rounds) {
    HttpRequest request = HttpRequest.newBuilder(server.resolve(path)).build();
    return Times.of(rounds, round -> once(request));
  }

  private long once(HttpRequest request) {
    long begun = System.nanoTime();
    try {
      HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
      try (InputStream body = answer.body()) {
        assertThat(body.read()).isNotNegative();
        long took = System.nanoTime() - begun;
        assertThat(body.readAllBytes()).isNotEmpty();
        return took;
      }
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError(failure);
    }
  }

  /** Opens a page, and goes on hearing of changes as its script does. */
  void follow(String path) throws IOException, InterruptedException {
    Matcher live = LIVE.matcher(page(path));
    assertThat(live.find()).isTrue();
    URI changes = server.resolve(live.group(1) + "?after=" + live.group(2));
    open.add(
        client.sendAsync(
            HttpRequest.newBuilder(changes).header("Accept", "text/event-stream").build(),
            BodyHandlers.discarding()));
  }

  /** How many pages it has open: streams that have not ended. */
  long following() {
    return open.stream().filter(each -> !each.isDone()).count();
  }
}
