package com.personalagentproxy.sandbox.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.world.World;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * Whatever is sent to the door, from a seed that is printed: never a 500, never a stack trace,
 * always an answer that is JSON. {@code -Dfuzz.seed=N} sends the same again, {@code
 * -Dfuzz.requests=N} as many as one likes.
 */
@Tag("once")
class FuzzTest {

  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());
  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 1500);
  private static final long MEMORY = 256L * 1024 * 1024;

  private static final List<String> NAMES =
      List.of(
          "jsonrpc",
          "id",
          "method",
          "params",
          "name",
          "arguments",
          "_meta",
          "progressToken",
          "io.modelcontextprotocol/protocolVersion",
          "io.modelcontextprotocol/clientCapabilities",
          "io.modelcontextprotocol/clientInfo",
          "io.modelcontextprotocol/logLevel",
          "cursor",
          "requestId",
          "protocolVersion",
          "sandbox",
          "command",
          "stdin",
          "cwd",
          "timeout",
          "exec_id",
          "task",
          "title",
          "parent",
          "search",
          "state",
          "page",
          "connection",
          "idempotency_key",
          "result",
          "error",
          "",
          "\\u0000",
          "ż");
  private static final List<String> WORDS =
      List.of(
          "2.0",
          "tools/call",
          "tools/list",
          "initialize",
          "ping",
          "server/discover",
          "notifications/cancelled",
          "notifications/initialized",
          "sandbox_exec",
          "sandboxes_list",
          "sandboxes_get",
          "sandboxes_create",
          "sandboxes_sleep",
          "sandboxes_wake",
          "sandboxes_delete",
          "tasks_start",
          "tasks_finish",
          "build",
          "true",
          "2026-07-28",
          "2025-11-25",
          "2025-06-18",
          "2025-03-26",
          "1999-01-01",
          "",
          " ",
          "\\u0000",
          "\\ud800",
          "\\udfff\\ud800",
          "🚀",
          "\\u202e",
          "../../etc",
          "%s%n",
          "${x}",
          "'; drop table sandboxes; --",
          "<script>");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "1",
          "-1",
          "1.5",
          "1e400",
          "-1e-400",
          "9223372036854775808",
          "1E+2",
          "123456789012345678901234567890",
          "2147483648",
          "0.1e1",
          "60",
          "120",
          "121");
  private static final List<String> BROKEN =
      List.of(
          "NaN",
          "Infinity",
          "01",
          "+1",
          "tru",
          "nul",
          "\"",
          "'a'",
          "{",
          "[",
          "}",
          "]",
          ",",
          ":",
          "/* */",
          "\\",
          "\u0000",
          "\uFEFF",
          "{\"a\":1,\"a\":2}",
          "1 2");

  private final Random random = new Random(SEED);
  private final Served served = new Served();

  @AfterEach
  void stop() {
    served.close();
  }

  @Test
  @Timeout(300)
  void isAnsweredInTheOneShapeWhateverIsSent() {
    System.out.println("Fuzz of the MCP door: -Dfuzz.seed=" + SEED);
    Caller own = World.own(served.world.laptop);
    served.world.make(own, "build");
    for (int each = 0; each < REQUESTS; each++) {
      byte[] body = body();
      HttpResponse<String> answer = served.send(request(body));
      assertAnswered(answer, "request %s of seed %s: %s".formatted(each, SEED, shown(body)));
    }
    assertThat(usedMemory()).as("bytes in use after all of it").isLessThan(MEMORY);
    assertThat(served.call("sandboxes_list", "{}").get("isError").booleanValue()).isFalse();
  }

  private static void assertAnswered(HttpResponse<String> answer, String which) {
    assertThat(answer.statusCode()).as(which).isIn(200, 202, 400, 404, 406, 413, 415);
    assertThat(answer.body())
        .as(which)
        .doesNotContain("\tat ", "Exception", "java.", "tools.jackson", "org.eclipse");
    if (answer.statusCode() == 202) {
      assertThat(answer.body()).as(which).isEmpty();
    } else {
      assertThat(said(answer)).as(which).isNotNull();
    }
  }

  /** The answer as JSON; that of a stream is its last event. */
  private static JsonNode said(HttpResponse<String> answer) {
    String body = answer.body();
    boolean isStream =
        answer.headers().firstValue("Content-Type").filter("text/event-stream"::equals).isPresent();
    return Modern.JSON.readTree(
        isStream ? body.substring(body.lastIndexOf("data: ") + "data: ".length()) : body);
  }

  private HttpRequest.Builder request(byte[] body) {
    HttpRequest.Builder request = served.toMcp();
    if (chance(3)) {
      request.header(
          "MCP-Protocol-Version",
          header(List.of("2026-07-28", "2025-11-25", "2025-03-26", "x", "=?base64?")));
    }
    if (chance(3)) {
      request.header(
          "Mcp-Method", header(List.of("tools/call", "tools/list", "server/discover", "x")));
    }
    if (chance(3)) {
      request.header(
          "Mcp-Name",
          header(
              List.of(
                  "sandboxes_list",
                  "sandbox_exec",
                  "=?base64?c2FuZGJveGVzX2xpc3Q=?=",
                  "=?base64?!?=",
                  "=?base64?/w==?=")));
    }
    if (chance(8)) {
      request.header("Mcp-Session-Id", header(List.of("a", "a b", "x".repeat(200))));
    }
    return request.POST(BodyPublishers.ofByteArray(body));
  }

  private byte[] body() {
    return switch (random.nextInt(10)) {
      case 0 -> mangled(text(message()));
      case 1 -> text(value(0));
      case 2 -> bytes();
      case 3 -> text("[".repeat(random.nextInt(100_000)));
      case 4 ->
          text("{\"a\":".repeat(random.nextInt(2_000)) + "1" + "}".repeat(random.nextInt(2_000)));
      case 5 -> text("[" + message() + "," + message() + "," + value(0) + "]");
      default -> text(message());
    };
  }

  /** A message that is nearly right, with something of it wrong. */
  private String message() {
    String params =
        chance(5)
            ? value(0)
            : "{\"name\":%s,\"arguments\":%s,\"_meta\":%s}"
                .formatted(
                    value(3), chance(4) ? value(0) : arguments(), chance(2) ? meta() : value(1));
    return "{\"jsonrpc\":%s,\"id\":%s,\"method\":%s,\"params\":%s%s}"
        .formatted(
            chance(10) ? value(1) : "\"2.0\"",
            chance(4) ? value(1) : String.valueOf(random.nextInt(9)),
            chance(10) ? value(1) : word(),
            params,
            chance(10) ? ",\"extra\":" + value(1) : "");
  }

  private String arguments() {
    StringBuilder arguments = new StringBuilder("{\"sandbox\":\"build\",\"command\":\"true\"");
    for (int more = random.nextInt(3); more > 0; more--) {
      arguments.append(",\"").append(pick(NAMES)).append("\":").append(value(1));
    }
    return arguments.append('}').toString();
  }

  private String meta() {
    return "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":%s,\"progressToken\":%s}"
        .formatted(chance(3) ? value(1) : "{}", value(2));
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 4 ? 5 : 8)) {
      case 0 -> word();
      case 1 -> pick(NUMBERS);
      case 2 -> chance(2) ? "true" : "null";
      case 3 -> chance(20) ? pick(BROKEN) : word();
      case 4 -> "\"" + "x".repeat(random.nextInt(chance(40) ? 200_000 : 40)) + "\"";
      case 5 -> "[" + value(depth + 1) + "," + value(depth + 1) + "]";
      default ->
          "{\"%s\":%s,\"%s \":%s}"
              .formatted(pick(NAMES), value(depth + 1), pick(NAMES), value(depth + 1));
    };
  }

  private byte[] mangled(byte[] text) {
    for (int each = 1 + random.nextInt(4); each > 0; each--) {
      text[random.nextInt(text.length)] = (byte) random.nextInt(256);
    }
    return chance(3) ? Arrays.copyOf(text, random.nextInt(text.length)) : text;
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(2_000)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String word() {
    return "\"" + pick(WORDS) + "\"";
  }

  private String header(List<String> values) {
    return pick(values);
  }

  private String pick(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String shown(byte[] body) {
    return new String(body, 0, Math.min(body.length, 400), StandardCharsets.UTF_8);
  }

  private static long usedMemory() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
