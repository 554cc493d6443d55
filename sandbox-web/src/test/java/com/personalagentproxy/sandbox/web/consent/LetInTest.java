package com.personalagentproxy.sandbox.web.consent;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.configuration.Configuration;
import com.personalagentproxy.sandbox.web.page.Browser;
import com.personalagentproxy.sandbox.web.server.SandboxServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client that knows nothing but the address of the endpoint, and a person with a browser. */
class LetInTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern HIDDEN =
      Pattern.compile("<input type=\"hidden\" name=\"([a-z_]+)\" value=\"([^\"]*)\">");

  /** The example of RFC 7636. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  @TempDir static Path home;
  private static SandboxServer server;
  private static Browser browser;

  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    Configuration configuration =
        ((Configuration.Reading.Right)
                Configuration.read(
                    Map.of(
                        "SANDBOX_HOME", home.toString(),
                        "SANDBOX_PORT", "0",
                        "SANDBOX_BACKEND", "dev"),
                    home))
            .configuration();
    server =
        SandboxServer.start(
            configuration,
            Path.of("target", "postgres-programs").toAbsolutePath(),
            "test",
            InstantSource.system());
    browser = new Browser(server.url());
    String link = server.signInLink().getQuery();
    assertThat(browser.signIn(link.substring(link.indexOf('=') + 1)).statusCode()).isEqualTo(303);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError("The server gave no answer.", failure);
    }
  }

  private HttpResponse<String> post(URI to, String type, String body) {
    return send(
        HttpRequest.newBuilder(to)
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> listSandboxes(String token) {
    return send(
        HttpRequest.newBuilder(URI.create(server.url() + "/mcp"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(
                BodyPublishers.ofString(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"sandboxes_list\",\"arguments\":{}}}")));
  }

  private HttpResponse<String> listByApi(String token) {
    return send(
        HttpRequest.newBuilder(URI.create(server.url() + "/api/sandboxes"))
            .header("Authorization", "Bearer " + token));
  }

  private JsonNode json(String address) {
    return JSON.readTree(send(HttpRequest.newBuilder(URI.create(address))).body());
  }

  /** Follows the challenge to where tokens are given. */
  private JsonNode issuer() {
    String challenge = listSandboxes("x").headers().firstValue("WWW-Authenticate").orElseThrow();
    Matcher about = Pattern.compile("resource_metadata=\"([^\"]+)\"").matcher(challenge);
    assertThat(about.find()).isTrue();
    JsonNode resource = json(about.group(1));
    assertThat(resource.get("resource").stringValue()).isEqualTo(server.url() + "/mcp");
    return json(
        resource.get("authorization_servers").get(0).stringValue()
            + "/.well-known/oauth-authorization-server");
  }

  private static URI endpoint(JsonNode issuer, String name) {
    return URI.create(issuer.get(name + "_endpoint").stringValue());
  }

  private String register(JsonNode issuer, String name) {
    HttpResponse<String> answer =
        post(
            endpoint(issuer, "registration"),
            "application/json",
            "{\"client_name\":\"%s\",\"redirect_uris\":[\"http://localhost/callback\"]}"
                .formatted(name));
    assertThat(answer.statusCode()).isEqualTo(201);
    return JSON.readTree(answer.body()).get("client_id").stringValue();
  }

  private static String question(JsonNode issuer, String id) {
    Map<String, String> asking = new LinkedHashMap<>();
    asking.put("response_type", "code");
    asking.put("client_id", id);
    asking.put("redirect_uri", "http://localhost:34567/callback");
    asking.put("state", "\"><script>alert(1)</script>");
    asking.put("code_challenge", CHALLENGE);
    asking.put("code_challenge_method", "S256");
    asking.put("resource", server.url() + "/mcp");
    return endpoint(issuer, "authorization").getPath() + "?" + encoded(asking);
  }

  private static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static Map<String, String> hidden(String page) {
    Map<String, String> fields = new HashMap<>();
    HIDDEN
        .matcher(page)
        .results()
        .forEach(
            input ->
                fields.put(
                    input.group(1),
                    input
                        .group(2)
                        .replace("&#34;", "\"")
                        .replace("&#39;", "'")
                        .replace("&lt;", "<")
                        .replace("&gt;", ">")
                        .replace("&amp;", "&")));
    return fields;
  }

  private static Map<String, String> answered(HttpResponse<String> redirect) {
    Map<String, String> answer = new HashMap<>();
    String query =
        URI.create(redirect.headers().firstValue("Location").orElseThrow()).getRawQuery();
    for (String each : query.split("&", -1)) {
      String[] parts = each.split("=", 2);
      answer.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return answer;
  }

  private JsonNode tokens(JsonNode issuer, Map<String, String> fields) {
    return JSON.readTree(
        post(endpoint(issuer, "token"), "application/x-www-form-urlencoded", encoded(fields))
            .body());
  }

  private static Map<String, String> redeeming(String id, String code) {
    return Map.of(
        "grant_type",
        "authorization_code",
        "client_id",
        id,
        "code",
        code,
        "redirect_uri",
        "http://localhost:34567/callback",
        "code_verifier",
        VERIFIER,
        "resource",
        server.url() + "/mcp");
  }

  @Test
  void aProgramIsLetInAsANewAgentAndThrownOutWithIt() {
    JsonNode issuer = issuer();
    String id = register(issuer, "Claude Code");
    String question = question(issuer, id);
    assertThat(new Browser(server.url()).get(question).statusCode()).isEqualTo(401);
    HttpResponse<String> page = browser.get(question);
    assertThat(page.body()).contains("Let <bdi>“Claude Code”</bdi> in?", "nobody has checked it");

    Map<String, String> fields = hidden(page.body());
    fields.put("decision", "allow");
    fields.put("agent", "");
    fields.put("name", "First agent");
    Map<String, String> answer =
        answered(browser.post(endpoint(issuer, "authorization").getPath(), fields));
    assertThat(answer)
        .containsEntry("state", "\"><script>alert(1)</script>")
        .containsEntry("iss", server.url().toString());
    String code = Objects.requireNonNull(answer.get("code"));
    JsonNode first = tokens(issuer, redeeming(id, code));
    String access = first.get("access_token").stringValue();

    assertThat(listSandboxes(access).statusCode()).isEqualTo(200);
    HttpResponse<String> elsewhere = listByApi(access);
    assertThat(elsewhere.statusCode()).as("it was allowed for MCP").isEqualTo(401);
    assertThat(elsewhere.headers().firstValue("WWW-Authenticate").orElseThrow())
        .contains("invalid_token", "/.well-known/oauth-protected-resource/api");
    JsonNode second =
        tokens(
            issuer,
            Map.of(
                "grant_type",
                "refresh_token",
                "client_id",
                id,
                "refresh_token",
                first.get("refresh_token").stringValue()));
    assertThat(listSandboxes(second.get("access_token").stringValue()).statusCode()).isEqualTo(200);

    // The name was taken, and so it has a number, which the next consent offers to choose.
    assertThat(browser.get(question).body()).contains(">First agent 2</option>");

    assertThat(tokens(issuer, redeeming(id, code)).get("error").stringValue())
        .isEqualTo("invalid_grant");
    assertThat(listSandboxes(access).statusCode()).isEqualTo(401);
    assertThat(listSandboxes(second.get("access_token").stringValue()).statusCode()).isEqualTo(401);
  }

  @Test
  void whatAProgramCallsItselfIsOnlyText() {
    JsonNode issuer = issuer();
    String id = register(issuer, "<script>alert(1)</script><img src=x onerror=alert(1)>");

    String page = browser.get(question(issuer, id)).body();

    assertThat(page)
        .contains("“&lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<script>alert", "<img src=x");
  }
}
