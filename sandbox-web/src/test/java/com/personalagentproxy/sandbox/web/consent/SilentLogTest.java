package com.personalagentproxy.sandbox.web.consent;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.Main;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * H1: a server that logs as much as it can be made to, libraries included, in a process of its own;
 * a whole story; and its log, in which nothing secret is.
 */
class SilentLogTest {

  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);

  /** The example of RFC 7636. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<String> secrets = new ArrayList<>();
  private Process server;

  @BeforeEach
  void start() throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=trace"));
    for (String library :
        List.of(
            "org.eclipse.jetty",
            "io.javalin",
            "io.javalin.Javalin",
            "org.jdbi",
            "com.zaxxer.hikari",
            "org.flywaydb",
            "com.personalagentproxy")) {
      line.add("-Dorg.slf4j.simpleLogger.log." + library + "=trace");
    }
    line.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "serve"));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("SANDBOX_"));
    builder
        .environment()
        .putAll(
            Map.of(
                "SANDBOX_HOME", folder.resolve("home").toString(),
                "SANDBOX_PORT", "0",
                "SANDBOX_BACKEND", "dev",
                "SANDBOX_LOG_LEVEL", "debug"));
    builder.redirectOutput(folder.resolve("said").toFile());
    builder.redirectError(folder.resolve("log").toFile());
    server = builder.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.destroy();
    if (!server.waitFor(60, TimeUnit.SECONDS)) {
      server.destroyForcibly();
    }
  }

  /** Waits until it has said something like that. */
  private String said(String pattern) throws IOException {
    long since = System.nanoTime();
    while (true) {
      Matcher found = Pattern.compile(pattern).matcher(Files.readString(folder.resolve("said")));
      if (found.find()) {
        return found.group();
      }
      if (!server.isAlive() || System.nanoTime() - since > STARTS_WITHIN.toNanos()) {
        throw new AssertionError("It didn't start: " + Files.readString(folder.resolve("log")));
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> call(URI url, String token, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url + "/mcp"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(body)));
  }

  private static String tool(String name, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
        .formatted(name, arguments);
  }

  private String secret(String text) {
    secrets.add(text);
    return text;
  }

  private String secretIn(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return secret(found.group(1));
  }

  @Test
  void nothingSecretIsInTheLogOfAWholeStory() throws Exception {
    String link = said("http://127[^\\s]*/sign-in\\?code=[^\\s]+");
    String token = secret(said("sbx_agent_[A-Za-z0-9_-]{49}"));
    URI url = URI.create(link.substring(0, link.indexOf("/sign-in")));
    String code = secret(link.substring(link.indexOf('=') + 1));

    // An agent.
    call(url, token, tool("sandboxes_create", "{\"name\":\"build\"}"));
    String ran =
        call(
                url,
                token,
                tool(
                    "sandbox_exec",
                    "{\"sandbox\":\"build\",\"command\":\"cat; printf 'the%soutput' secret; : %s\",\"stdin\":\"%s\"}"
                        .formatted("%s", secret("secret-command"), secret("secret-input"))))
            .body();
    assertThat(ran).contains(secret("thesecretoutput"));
    call(url, token, tool("sandbox_exec", "{\"command\":\"" + secret("refused-command") + "\"}"));
    call(url, token, "{\"" + secret("broken-json"));
    call(url, secret("sbx_agent_guessed"), tool("sandboxes_list", "{}"));
    call(url, secret("x".repeat(20_000)), "{}");
    try (Socket raw = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
      raw.getOutputStream()
          .write(
              "POST /mcp HTTP/1.1\r\nHost: a\r\nAuthorization Bearer %s\r\n\r\n"
                  .formatted(secret("malformed-token"))
                  .getBytes(StandardCharsets.US_ASCII));
      raw.getInputStream().readAllBytes();
    }

    overTheApi(url, token);

    // A person.
    Browser browser = new Browser(url);
    browser.signIn(secret("guessed-code"));
    HttpResponse<String> in = browser.signIn(code);
    secretIn(in.headers().firstValue("Set-Cookie").orElseThrow(), "sandboxes[^=]*=([^;]+)");
    assertThat(browser.get("/").body()).contains("build");

    // A program.
    String registered =
        send(HttpRequest.newBuilder(URI.create(url + "/oauth/register"))
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"client_name\":\"P\",\"redirect_uris\":[\"http://localhost/cb\"]}")))
            .body();
    Matcher id = Pattern.compile("sbx_client_[A-Za-z0-9_-]+").matcher(registered);
    assertThat(id.find()).isTrue();
    Map<String, String> asking = new HashMap<>();
    asking.put("response_type", "code");
    asking.put("client_id", id.group());
    asking.put("redirect_uri", "http://localhost/cb");
    asking.put("state", secret("secret-state"));
    asking.put("code_challenge", CHALLENGE);
    asking.put("code_challenge_method", "S256");
    String page = browser.get("/oauth/authorize?" + encoded(asking)).body();
    asking.put("form_token", secretIn(page, "name=\"form_token\" value=\"([^\"]+)\""));
    asking.put("decision", "allow");
    String answer =
        browser.post("/oauth/authorize", asking).headers().firstValue("Location").orElseThrow();
    Map<String, String> redeeming =
        Map.of(
            "grant_type", "authorization_code",
            "client_id", id.group(),
            "code", secretIn(answer, "code=([^&]+)"),
            "code_verifier", secret(VERIFIER));
    String tokens = token(url, redeeming);
    String access = secretIn(tokens, "\"access_token\":\"([^\"]+)");
    String refresh = secretIn(tokens, "\"refresh_token\":\"([^\"]+)");
    assertThat(call(url, access, tool("sandboxes_list", "{}")).statusCode()).isEqualTo(200);
    Map<String, String> refreshing =
        Map.of("grant_type", "refresh_token", "client_id", id.group(), "refresh_token", refresh);
    secretIn(token(url, refreshing), "\"access_token\":\"([^\"]+)");
    token(url, redeeming);

    stop();
    String log = Files.readString(folder.resolve("log"));
    assertThat(log).as("it does log").isNotBlank();
    for (String secret : secrets) {
      assertThat(log).doesNotContain(secret);
    }
    String said = Files.readString(folder.resolve("said"));
    secrets.stream()
        .filter(each -> !each.equals(token) && !each.equals(code))
        .forEach(each -> assertThat(said).doesNotContain(each));
  }

  private void overTheApi(URI url, String token) throws Exception {
    String exec =
        "{\"command\":\"cat; printf 'the%s-output' other; : %s\",\"stdin\":\"%s\"}"
            .formatted("%s", secret("command-of-the-api"), secret("input-of-the-api"));
    String told =
        send(api(url, token, "/sandboxes/build/exec")
                .header("Content-Type", "application/json")
                .header("Accept", "application/x-ndjson")
                .POST(BodyPublishers.ofString(exec)))
            .body();
    assertThat(told).contains("input-of-the-api", secret("theother-output"));
    String file = "/sandboxes/build/files/notes.txt";
    send(api(url, token, file).PUT(BodyPublishers.ofString(secret("what-the-file-has"))));
    assertThat(send(api(url, token, file).GET()).body()).isEqualTo("what-the-file-has");
    send(
        api(url, token, "/sandboxes/build/exec")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"" + secret("broken-for-the-api"))));
    assertThat(send(api(url, secret("sbx_person_guessed"), "/me").GET()).statusCode())
        .isEqualTo(401);
  }

  private static HttpRequest.Builder api(URI url, String token, String path) {
    return HttpRequest.newBuilder(URI.create(url + "/api" + path))
        .header("Authorization", "Bearer " + token);
  }

  private String token(URI url, Map<String, String> fields) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url + "/oauth/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded(fields))))
        .body();
  }

  private static String encoded(Map<String, String> fields) {
    StringBuilder text = new StringBuilder();
    fields.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return text.toString();
  }
}
