package com.personalagentproxy.sandbox.http.api;

import static com.personalagentproxy.sandbox.http.api.ServedApi.LAPTOP;
import static com.personalagentproxy.sandbox.http.api.ServedApi.PHONE;
import static com.personalagentproxy.sandbox.http.api.ServedApi.error;
import static com.personalagentproxy.sandbox.http.api.ServedApi.json;
import static com.personalagentproxy.sandbox.http.api.ServedApi.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class FilesTest {

  private static final String FILES = "/api/sandboxes/build/files/";
  private static final int MIB = 1024 * 1024;

  private final ServedShell shell;
  private final ServedApi api;
  private final Path home;

  FilesTest(@TempDir Path folder) {
    shell = new ServedShell(folder);
    api = shell.api;
    home = shell.home;
  }

  @AfterEach
  void stop() {
    shell.close();
  }

  private HttpResponse<String> put(String address, byte[] bytes) {
    return api.send(api.to(LAPTOP, address).PUT(BodyPublishers.ofByteArray(bytes)));
  }

  private byte[] get(String address) {
    HttpResponse<byte[]> answer = api.raw(api.to(LAPTOP, address).GET());
    assertThat(answer.statusCode()).as(address).isEqualTo(200);
    return answer.body();
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Test
  void aFileIsBroughtAndFetched() {
    HttpResponse<String> made =
        put(FILES + "notes.txt", "hello\n".getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> replaced = put(FILES + "notes.txt", new byte[] {'x'});

    assertThat(made.statusCode()).isEqualTo(201);
    assertThat(json(made).get("size").intValue()).isEqualTo(6);
    assertThat(replaced.statusCode()).isEqualTo(200);
    assertThat(json(replaced).get("replaced").booleanValue()).isTrue();
    HttpResponse<String> fetched = api.get(LAPTOP, FILES + "notes.txt");
    assertThat(fetched.body()).isEqualTo("x");
    assertThat(fetched.headers().firstValue("Content-Length")).contains("1");
    assertThat(fetched.headers().firstValue("Content-Type")).contains("text/plain;charset=utf-8");
  }

  @Test
  void aLargeFileComesThroughBothWays() throws IOException {
    byte[] bytes = new byte[5 * MIB + 3];
    new Random(9).nextBytes(bytes);

    assertThat(put(FILES + "data.bin", bytes).statusCode()).isEqualTo(201);
    assertThat(Files.readAllBytes(home.resolve("data.bin"))).isEqualTo(bytes);
    assertThat(get(FILES + "data.bin")).isEqualTo(bytes);
  }

  @Test
  void aBodyWhoseLengthIsNotKnownIsTaken() throws IOException {
    byte[] bytes = new byte[2 * MIB];
    new Random(1).nextBytes(bytes);
    HttpResponse<String> answer =
        api.send(
            api.to(LAPTOP, FILES + "data")
                .PUT(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(bytes))));

    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(Files.readAllBytes(home.resolve("data"))).isEqualTo(bytes);
  }

  @Test
  void namesAreTakenAsTheyAre() throws IOException {
    for (String name :
        List.of(
            "with space",
            "it's",
            "\"q\"",
            "-rf",
            "new\nline",
            "a;b",
            "a+b",
            "a%b",
            "grüße 🙂",
            "$(touch x)",
            "back\\slash",
            "?",
            "#",
            "a&b=c",
            "..hidden",
            "*")) {
      byte[] content = name.getBytes(StandardCharsets.UTF_8);
      assertThat(put(FILES + encoded(name), content).statusCode()).as(name).isEqualTo(201);
      assertThat(Files.readAllBytes(home.resolve(name))).as(name).isEqualTo(content);
      assertThat(get(FILES + encoded(name))).as(name).isEqualTo(content);
    }
    JsonNode things = json(api.get(LAPTOP, FILES)).get("things");
    assertThat(things.size()).isEqualTo(16);
    assertThat(error(api.get(LAPTOP, FILES + "%ff"))).isEqualTo("400 validation_error");
    assertThat(error(api.get(LAPTOP, FILES + "%00"))).isEqualTo("400 validation_error");
  }

  @Test
  void aPathWithOneSlashMoreIsAbsolute() throws IOException {
    Files.createDirectory(home.resolve("below"));
    Files.writeString(home.resolve("below/file"), "x");

    assertThat(get(FILES + home + "/below/file")).containsExactly('x');
    assertThat(get(FILES + encoded(home + "/below/file"))).containsExactly('x');
    assertThat(get(FILES + "below/file")).containsExactly('x');
    assertThat(get(FILES + "below/%2e%2e/below/file")).containsExactly('x');
  }

  @Test
  void aFolderIsListed() throws IOException {
    Files.createDirectory(home.resolve("below"));
    Files.writeString(home.resolve("below/file"), "12345");
    for (String address : List.of(FILES + "below/", FILES + "below?list", FILES + "below/?list=")) {
      JsonNode list = json(api.get(LAPTOP, address));
      assertThat(list.get("path").stringValue()).isEqualTo("below");
      assertThat(list.get("things").get(0).get("name").stringValue()).isEqualTo("file");
      assertThat(list.get("things").get(0).get("size").intValue()).isEqualTo(5);
    }
    for (String address : List.of(FILES, "/api/sandboxes/build/files")) {
      assertThat(json(api.get(LAPTOP, address)).get("things").get(0).get("kind").stringValue())
          .isEqualTo("folder");
    }
    assertThat(error(api.get(LAPTOP, FILES + "below"))).isEqualTo("409 conflict");
  }

  @Test
  void whatCannotBeDoneIsSaid() {
    assertThat(error(api.get(LAPTOP, FILES + "missing"))).isEqualTo("404 not_found");
    assertThat(error(put(FILES + "no/such/file", new byte[1]))).isEqualTo("409 conflict");
    assertThat(put(FILES + "no/such/file?make_folders=true", new byte[1]).statusCode())
        .isEqualTo(201);
    assertThat(error(put(FILES + "no/such/file?make_folders=odd", new byte[1])))
        .isEqualTo("400 validation_error");
    assertThat(error(put(FILES + "folder/", new byte[1]))).isEqualTo("400 validation_error");
    assertThat(error(api.get(LAPTOP, FILES + "/dev/null"))).isEqualTo("409 conflict");
    assertThat(
            error(
                api.send(
                    api.to(LAPTOP, FILES + "x")
                        .header("Content-Encoding", "gzip")
                        .PUT(BodyPublishers.ofString("x")))))
        .isEqualTo("415 unsupported_media_type");
    assertThat(error(api.get(PHONE, FILES + "no/such/file"))).isEqualTo("409 conflict");
    assertThat(message(api.get(PHONE, FILES + "no/such/file"))).contains("is being used by");
  }

  @Test
  void rangesAreAnswered() throws IOException {
    byte[] bytes = new byte[3 * MIB];
    new Random(4).nextBytes(bytes);
    Files.write(home.resolve("data"), bytes);

    HttpResponse<byte[]> part = range("bytes=" + (2 * MIB - 3) + "-" + (2 * MIB + 3));
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo(Arrays.copyOfRange(bytes, 2 * MIB - 3, 2 * MIB + 4));
    assertThat(part.headers().firstValue("Content-Range"))
        .contains("bytes %s-%s/%s".formatted(2 * MIB - 3, 2 * MIB + 3, 3 * MIB));
    assertThat(range("bytes=-5").body()).isEqualTo(Arrays.copyOfRange(bytes, 3 * MIB - 5, 3 * MIB));
    assertThat(range("bytes=" + (3 * MIB - 1) + "-").body()).hasSize(1);
    assertThat(range("bytes=" + 3 * MIB + "-").statusCode()).isEqualTo(416);
    assertThat(range("bytes=5-1").statusCode()).isEqualTo(200);
    assertThat(range("lines=1-2").statusCode()).isEqualTo(200);
  }

  private HttpResponse<byte[]> range(String range) {
    return api.raw(api.to(LAPTOP, FILES + "data").header("Range", range).GET());
  }

  @Test
  void aVersionTellsWhetherAFileHasChanged() throws IOException {
    Files.writeString(home.resolve("data"), "one");
    HttpResponse<String> head =
        api.send(api.to(LAPTOP, FILES + "data").method("HEAD", BodyPublishers.noBody()));
    String tag = head.headers().firstValue("ETag").orElseThrow();
    assertThat(head.headers().firstValue("Content-Length")).contains("3");

    assertThat(
            api.send(api.to(LAPTOP, FILES + "data").header("If-None-Match", tag).GET())
                .statusCode())
        .isEqualTo(304);
    Files.writeString(home.resolve("data"), "three");
    assertThat(
            api.send(
                    api.to(LAPTOP, FILES + "data")
                        .headers("If-Range", tag, "Range", "bytes=0-0")
                        .GET())
                .body())
        .isEqualTo("three");
  }

  @Test
  void nothingThatCouldActInABrowserIsCalledWhatItIs() throws IOException {
    Files.writeString(home.resolve("page.html"), "<script>alert(1)</script>");
    Files.writeString(home.resolve("image.svg"), "<svg onload='alert(1)'/>");
    for (String name : List.of("page.html", "image.svg")) {
      HttpResponse<String> answer = api.get(LAPTOP, FILES + name);
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/octet-stream");
      assertThat(answer.headers().firstValue("Content-Disposition"))
          .contains("attachment; filename*=UTF-8''" + name);
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith("sandbox;");
    }
  }

  @Test
  void anUploadWhoseCallerLeavesChangesNothingAndLeavesNothing() throws Exception {
    Files.writeString(home.resolve("data"), "old");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.server.port())) {
      socket
          .getOutputStream()
          .write(
              """
              PUT %sdata HTTP/1.1\r
              Host: 127.0.0.1:%s\r
              Authorization: Bearer %s\r
              Content-Length: 9000000\r
              \r
              """
                  .formatted(FILES, api.server.port(), LAPTOP)
                  .getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(new byte[3 * MIB]);
      awaitNames(names -> names.stream().anyMatch(name -> name.endsWith(".part")));
    }
    awaitNames(names -> names.equals(List.of("data")));
    assertThat(home.resolve("data")).hasContent("old");
  }

  @Test
  void aFileThatChangesWhileItIsFetchedIsCut() throws IOException {
    Files.write(home.resolve("data"), new byte[64 * MIB]);
    var request = api.to(LAPTOP, FILES + "data").GET().build();

    assertThatThrownBy(
            () -> {
              HttpResponse<java.io.InputStream> answer =
                  api.client().send(request, BodyHandlers.ofInputStream());
              try (var body = answer.body()) {
                body.readNBytes(MIB);
                Files.write(home.resolve("data"), new byte[64 * MIB]);
                body.readAllBytes();
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void aTransferEndsWithTheRightToIt() throws IOException {
    Files.writeString(home.resolve("data"), "old");
    HttpResponse<byte[]> refused =
        api.raw(
            api.to(LAPTOP, FILES + "data")
                .PUT(
                    BodyPublishers.ofInputStream(
                        () ->
                            new java.io.SequenceInputStream(
                                new java.io.ByteArrayInputStream(new byte[2 * MIB]),
                                new java.io.ByteArrayInputStream(new byte[MIB]) {
                                  @Override
                                  public synchronized int read(
                                      byte[] buffer, int offset, int length) {
                                    api.agents.remove(LAPTOP);
                                    return super.read(buffer, offset, length);
                                  }
                                }))));

    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(home.resolve("data")).hasContent("old");
  }

  private interface Wanted {
    boolean is(List<String> names);
  }

  /** Waits for what another process does, as long as that may take. */
  private void awaitNames(Wanted wanted) throws InterruptedException {
    for (int tries = 0; tries < 200; tries++) {
      if (wanted.is(names())) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("There still are " + names());
  }

  private List<String> names() {
    try (Stream<Path> all = Files.list(home)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
