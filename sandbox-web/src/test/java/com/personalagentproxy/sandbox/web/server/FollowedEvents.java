package com.personalagentproxy.sandbox.web.server;

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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A stream of {@code GET /api/events}, as a client reads it. */
final class FollowedEvents implements AutoCloseable {

  /** Much longer than anything is promised to take. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** An event. */
  record Event(String id, String name, JsonNode data) {

    /** Whether it tells of a sandbox of that name in that state. */
    boolean is(String sandbox, String state) {
      return data.path("name").asString("").equals(sandbox)
          && data.path("state").asString("").equals(state);
    }
  }

  private final InputStream body;
  private final BlockingQueue<Event> unread = new LinkedBlockingQueue<>();
  private final List<Event> all = new CopyOnWriteArrayList<>();
  private final CompletableFuture<String> begun = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile String last = "";

  /** Begins it; when this comes back the server follows. */
  FollowedEvents(HttpClient client, HttpRequest.Builder request) throws Exception {
    HttpResponse<InputStream> answer =
        client.send(
            request.header("Accept", "text/event-stream").GET().build(),
            BodyHandlers.ofInputStream());
    if (answer.statusCode() != 200) {
      throw new AssertionError("It is answered " + answer.statusCode() + ".");
    }
    body = answer.body();
    Thread reader = new Thread(this::read, "events");
    reader.setDaemon(true);
    reader.start();
    begun.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      String id = "";
      String name = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring("id: ".length());
          last = id;
        } else if (line.startsWith("event: ")) {
          name = line.substring("event: ".length());
        } else if (line.startsWith("data: ")) {
          Event event = new Event(id, name, JSON.readTree(line.substring("data: ".length())));
          all.add(event);
          unread.add(event);
        } else if (line.isEmpty()) {
          begun.complete(id);
        }
      }
    } catch (IOException cut) {
      // It has ended, whoever ended it.
    } finally {
      ended.complete(null);
    }
  }

  /** The first event not awaited before that is like this. */
  Event await(Predicate<Event> wanted) throws InterruptedException {
    long until = System.nanoTime() + LONGEST.toNanos();
    while (true) {
      Event next = unread.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        throw new AssertionError("It wasn't told. What was: " + all);
      }
      if (wanted.test(next)) {
        return next;
      }
    }
  }

  /** All that was told. */
  List<Event> all() {
    return List.copyOf(all);
  }

  /** Where to go on. */
  String last() {
    return last;
  }

  /** Is done when the server, or this, has ended it. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  /** Cuts it. */
  @Override
  public void close() {
    try {
      body.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
