package com.personalagentproxy.sandbox.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Whatever is sent to the API, it is never the server's fault, nothing of its inside is told, and
 * memory is bounded. A failure names the seed: {@code -Dapi.seed=N} plays it again.
 */
class FuzzTest {

  private static final int CALLS = 1_500;

  /** In bytes, the history included, which this world has in memory. */
  private static final long MOST_KEPT = 64L * 1024 * 1024;

  private static final List<String> METHODS = List.of("GET", "POST", "PUT", "DELETE");
  private static final List<String> FIELDS =
      List.of(
          "name",
          "connection",
          "command",
          "stdin",
          "cwd",
          "timeout",
          "exec_id",
          "title",
          "parent",
          "on",
          "odd",
          "");

  private final ServedApi api = new ServedApi();
  private final long seed = Long.getLong("api.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @AfterEach
  void stop() {
    api.close();
  }

  @Test
  void nothingThatIsSentIsTheServersFault() {
    api.make("build");
    long before = used();
    List<String> routes = api.routes.stream().filter(route -> !route.endsWith("events")).toList();
    for (int call = 0; call < CALLS; call++) {
      String route = one(routes);
      String path = filled(route.substring(route.indexOf(' ') + 1)) + query();
      String method =
          random.nextInt(8) == 0 ? one(METHODS) : route.substring(0, route.indexOf(' '));
      byte[] body = body();
      HttpRequest.Builder request;
      try {
        request = api.to(one(List.of(ServedApi.LAPTOP, ServedApi.ADA, ServedApi.BOB)), path);
      } catch (IllegalArgumentException noAddress) {
        continue;
      }
      if (random.nextInt(10) > 0) {
        request.header("Content-Type", "application/json");
      }
      if (random.nextInt(5) == 0) {
        request.header(
            one(List.of("Accept", "Range", "If-None-Match", "Idempotency-Key", "If-Range")),
            one(
                List.of(
                    "*/*",
                    "text/event-stream",
                    "bytes=-",
                    "bytes=9999999999999999999-",
                    "\"",
                    ",,;",
                    "application/x-ndjson")));
      }
      HttpResponse<byte[]> answer =
          answer(request.method(method, BodyPublishers.ofByteArray(body)));
      String told = new String(answer.body(), StandardCharsets.UTF_8);
      String what =
          "seed %s, call %s: %s %s %s answered %s %s"
              .formatted(
                  seed,
                  call,
                  method,
                  path,
                  new String(body, StandardCharsets.UTF_8),
                  answer.statusCode(),
                  told);
      assertThat(answer.statusCode()).as(what).isNotEqualTo(500);
      assertThat(told).as(what).doesNotContain("Exception", "\tat ", "java.", "jackson");
      if (answer.statusCode() >= 400 && !method.equals("HEAD")) {
        JsonNode error = ServedApi.json(told);
        assertThat(error.path("message").asString("")).as(what).isNotBlank();
      }
    }
    assertThat(used() - before).as("memory kept after seed %s", seed).isLessThan(MOST_KEPT);
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** A connection whose last body wasn't read to its end may be closed when it is used again. */
  private HttpResponse<byte[]> answer(HttpRequest.Builder request) {
    try {
      return api.raw(request);
    } catch (AssertionError closed) {
      return api.raw(request);
    }
  }

  private String filled(String path) {
    StringBuilder filled = new StringBuilder();
    for (String part : path.split("/", -1)) {
      if (!filled.isEmpty() || path.indexOf(part) > 0) {
        filled.append('/');
      }
      filled.append(part.startsWith("{") || part.startsWith("<") ? segment() : part);
    }
    return filled.toString();
  }

  private String segment() {
    return one(
        List.of(
            "build",
            "see",
            "fly",
            "%00",
            "%ff",
            "%2F",
            "%2e%2e",
            "..",
            "a%20b",
            "%F0%9F%99%82",
            "~",
            "00000000-0000-0000-0000-000000000000",
            "x".repeat(3000),
            "%25",
            ";a=b",
            "'%22%3C"));
  }

  private String query() {
    return random.nextInt(3) > 0
        ? ""
        : "?"
            + one(
                List.of(
                    "task",
                    "page",
                    "state",
                    "search",
                    "list",
                    "deed",
                    "sandbox",
                    "odd",
                    "make_folders"))
            + "="
            + one(
                List.of(
                    "", "1", "awake", "%00", "%ff", "x".repeat(2000), "%F0%9F%99%82", "-1", "e30"));
  }

  private byte[] body() {
    return switch (random.nextInt(8)) {
      case 0 -> new byte[0];
      case 1 -> noise(random.nextInt(200));
      case 2 -> "[".repeat(5_000).getBytes(StandardCharsets.US_ASCII);
      case 3 -> ("{\"name\":" + "9".repeat(5_000) + "}").getBytes(StandardCharsets.US_ASCII);
      case 4 ->
          ("{\"name\":\"" + "\\ud800".repeat(random.nextInt(3) + 1) + "\",\"command\":\"\\u0000\"}")
              .getBytes(StandardCharsets.US_ASCII);
      default -> object(0).getBytes(StandardCharsets.UTF_8);
    };
  }

  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private String object(int depth) {
    StringBuilder object = new StringBuilder("{");
    int fields = random.nextInt(4);
    for (int field = 0; field < fields; field++) {
      object
          .append(field == 0 ? "" : ",")
          .append('"')
          .append(one(FIELDS))
          .append("\":")
          .append(value(depth));
    }
    return object.append('}').toString();
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 3 ? 9 : 11)) {
      case 0 -> "null";
      case 1 -> "true";
      case 2 -> "-1";
      case 3 -> "1e999999";
      case 4 -> "123456789012345678901234567890";
      case 5 -> "\"\"";
      case 6 -> "\"build\"";
      case 7 -> "\"" + "é🙂".repeat(random.nextInt(300)) + "\"";
      case 8 -> "0.5";
      case 9 -> "[" + value(depth + 1) + "]";
      default -> object(depth + 1);
    };
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
