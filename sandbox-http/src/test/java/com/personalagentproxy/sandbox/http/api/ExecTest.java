package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.LAPTOP;
import static com.personalagentproxy.sandbox.http.api.ServedApi.PHONE;
import static com.personalagentproxy.sandbox.http.api.ServedApi.error;
import static com.personalagentproxy.sandbox.http.api.ServedApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ExecTest {

  private static final String EXEC = "/api/sandboxes/build/exec";

  private final ServedShell shell;
  private final ServedApi api;
  private final Path home;

  ExecTest(@TempDir Path folder) {
    shell = new ServedShell(folder);
    api = shell.api;
    home = shell.home;
  }

  @AfterEach
  void stop() {
    shell.close();
  }

  private static String command(String line) {
    return "{\"command\":"
        + new tools.jackson.databind.json.JsonMapper().writeValueAsString(line)
        + "}";
  }

  private HttpResponse<String> stream(String kind, String body) {
    return api.send(
        api.to(LAPTOP, EXEC)
            .header("Content-Type", "application/json")
            .header("Accept", kind)
            .POST(BodyPublishers.ofString(body)));
  }

  private List<JsonNode> lines(String command) {
    HttpResponse<String> answer = stream("application/x-ndjson", command(command));
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body().lines().map(ServedApi::json).toList();
  }

  private static byte[] bytes(List<JsonNode> events, String stream) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (JsonNode event : events) {
      if (event.path("stream").asString("").equals(stream)) {
        all.writeBytes(
            event.has("text")
                ? event.get("text").stringValue().getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(event.get("base64").stringValue()));
      }
    }
    return all.toByteArray();
  }

  @Test
  void answersOnceWithWhatBecameOfIt() {
    JsonNode result =
        json(
            api.call(
                LAPTOP,
                "POST",
                EXEC,
                "{\"command\":\"cat; echo no >&2; exit 3\",\"stdin\":\"grüße\",\"timeout\":5}"));

    assertThat(result.get("outcome").stringValue()).isEqualTo("exited");
    assertThat(result.get("exit_code").intValue()).isEqualTo(3);
    assertThat(result.get("stdout").stringValue()).isEqualTo("grüße");
    assertThat(result.get("stderr").stringValue()).isEqualTo("no\n");
    assertThat(result.get("took_lease").booleanValue()).isTrue();
  }

  @Test
  void runsNothingTwiceWithTheSameExecId() {
    String body = "{\"command\":\"echo x >> ran; cat ran\",\"exec_id\":\"one\"}";
    api.call(LAPTOP, "POST", EXEC, body);

    assertThat(json(api.call(LAPTOP, "POST", EXEC, body)).get("stdout").stringValue())
        .isEqualTo("x\n");
    HttpResponse<String> again = stream("application/x-ndjson", body);
    assertThat(
            again
                .body()
                .lines()
                .map(ServedApi::json)
                .toList()
                .get(0)
                .at("/result/stdout")
                .stringValue())
        .isEqualTo("x\n");
    assertThat(home.resolve("ran")).hasContent("x\n");
  }

  @Test
  void streamsBothWaysAndEndsWithTheOutcome() {
    List<JsonNode> events = lines("echo out; echo err >&2; exit 7");
    assertThat(bytes(events, "stdout")).asString().isEqualTo("out\n");
    assertThat(bytes(events, "stderr")).asString().isEqualTo("err\n");
    JsonNode last = events.get(events.size() - 1);
    assertThat(last.get("type").stringValue()).isEqualTo("outcome");
    assertThat(last.at("/result/exit_code").intValue()).isEqualTo(7);
    assertThat(last.get("cut").booleanValue()).isFalse();

    HttpResponse<String> served = stream("text/event-stream", command("printf 'a\\nb'"));
    assertThat(served.headers().firstValue("Content-Type")).contains("text/event-stream");
    assertThat(served.body())
        .startsWith(
            "event: output\n"
                + "data: {\"type\":\"output\",\"stream\":\"stdout\",\"text\":\"a\\n"
                + "b\"}\n\n")
        .contains("\n\nevent: outcome\ndata: {\"type\":\"outcome\"");
  }

  @Test
  void bytesComeThroughWhateverTheyAre() throws IOException {
    byte[] random = new byte[300_000];
    new Random(5).nextBytes(random);
    Files.write(home.resolve("random"), random);
    String text = "aé🙂".repeat(40_000);
    Files.writeString(home.resolve("text"), text);

    assertThat(bytes(lines("cat random"), "stdout")).isEqualTo(random);
    List<JsonNode> events = lines("cat text");
    assertThat(bytes(events, "stdout")).asString(StandardCharsets.UTF_8).isEqualTo(text);
    assertThat(events).noneMatch(event -> event.has("base64"));
  }

  @Test
  void aCharacterThatComesInTwoHalvesIsToldWhole() {
    List<JsonNode> events =
        lines("printf '\\303'; sleep 0.2; printf '\\251'; sleep 0.2; printf '\\303'");

    assertThat(events.get(0).get("text").stringValue()).isEqualTo("é");
    assertThat(events.get(1).get("base64").stringValue()).isEqualTo("ww==");
  }

  @Test
  void whatIsRefusedBeforeAnythingIsToldIsAnOrdinaryError() {
    assertThat(error(stream("text/event-stream", command("")))).isEqualTo("400 validation_error");
    assertThat(
            error(
                api.send(
                    api.to(LAPTOP, "/api/sandboxes/other/exec")
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/x-ndjson")
                        .POST(BodyPublishers.ofString(command("true"))))))
        .isEqualTo("404 not_found");
    api.call(LAPTOP, "POST", EXEC, command("true"));
    assertThat(
            error(
                api.send(
                    api.to(PHONE, EXEC)
                        .header("Content-Type", "application/json")
                        .header("Accept", "text/event-stream")
                        .POST(BodyPublishers.ofString(command("true"))))))
        .isEqualTo("409 conflict");
    assertThat(
            error(
                api.send(
                    api.to(LAPTOP, EXEC)
                        .header("Content-Type", "application/json")
                        .header("Accept", "image/png")
                        .POST(BodyPublishers.ofString(command("true"))))))
        .isEqualTo("406 not_acceptable");
  }

  @Test
  void theFirstByteIsToldWhileTheCommandStillRuns() throws Exception {
    HttpResponse<InputStream> answer =
        api.client()
            .send(
                api.to(LAPTOP, EXEC)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/x-ndjson")
                    .POST(
                        BodyPublishers.ofString(
                            command("echo first; while [ ! -e go ]; do sleep 0.05; done")))
                    .build(),
                BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      byte[] first = body.readNBytes(10);
      assertThat(new String(first, StandardCharsets.UTF_8)).startsWith("{\"type\":");
      Files.createFile(home.resolve("go"));
      assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).contains("\"outcome\"");
    }
  }

  @Test
  void closingTheStreamEndsTheCommand() throws Exception {
    String request =
        """
        POST %s HTTP/1.1\r
        Host: 127.0.0.1:%s\r
        Authorization: Bearer %s\r
        Accept: text/event-stream\r
        Content-Type: application/json\r
        Content-Length: %s\r
        \r
        %s""";
    String body = command("echo $$ > pid; echo begun; sleep 100; echo late > late");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.server.port())) {
      socket
          .getOutputStream()
          .write(
              request
                  .formatted(EXEC, api.server.port(), LAPTOP, body.length(), body)
                  .getBytes(StandardCharsets.US_ASCII));
      byte[] piece = new byte[4096];
      StringBuilder seen = new StringBuilder();
      while (!seen.toString().contains("begun")) {
        int read = socket.getInputStream().read(piece);
        seen.append(new String(piece, 0, read, StandardCharsets.US_ASCII));
      }
    }
    long pid = Long.parseLong(Files.readString(home.resolve("pid")).strip());
    ProcessHandle.of(pid)
        .ifPresent(process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(20)));
    assertThat(home.resolve("late")).doesNotExist();
  }

  @Test
  void aSlowReaderHoldsNeitherTheCommandNorMemory() throws Exception {
    HttpResponse<InputStream> answer =
        api.client()
            .send(
                api.to(LAPTOP, EXEC)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/x-ndjson")
                    .POST(
                        BodyPublishers.ofString(
                            command("head -c 60000000 /dev/zero | tr '\\0' x; echo done > done")))
                    .build(),
                BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      Path done = home.resolve("done");
      for (int tries = 0; tries < 400 && Files.notExists(done); tries++) {
        // The command goes to its end although nothing is read: time is what is waited for here.
        Thread.sleep(50);
      }
      assertThat(done).exists();
      List<String> lines =
          Stream.of(new String(body.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1))
              .filter(line -> !line.isEmpty())
              .toList();
      JsonNode last = json(lines.get(lines.size() - 1));
      assertThat(last.get("type").stringValue()).isEqualTo("outcome");
      assertThat(last.get("cut").booleanValue()).isTrue();
      assertThat(last.at("/result/exit_code").intValue()).isZero();
    }
  }
}
