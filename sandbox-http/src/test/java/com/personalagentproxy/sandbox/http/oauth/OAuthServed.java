package com.personalagentproxy.sandbox.http.oauth;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.http.limit.ExchangeLimit;
import com.personalagentproxy.sandbox.http.limit.Limits;
import com.personalagentproxy.sandbox.world.World;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A server that lets programs in, a client of it, and a browser in which Ada is signed in. */
final class OAuthServed implements AutoCloseable {

  static final String SESSION = "session-of-ada";
  static final String REDIRECT = "http://127.0.0.1:1234/callback";

  /** The example of RFC 7636. */
  static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  final World world = new World();
  final RememberedGrants grants = new RememberedGrants();
  final RememberedClients clients = new RememberedClients();
  final PlainPages pages = new PlainPages();
  final Served served;

  OAuthServed() {
    this(true);
  }

  /** With or without clients that are described at an address. */
  OAuthServed(boolean takesDescriptions) {
    this(takesDescriptions, Limits.NONE);
  }

  /** Likewise, where programs may ask only so often. */
  OAuthServed(boolean takesDescriptions, Limits limits) {
    served =
        new Served(
            world,
            OAuthRoutes.ofThisComputerToo(
                new OAuthSettings(
                    null,
                    new OnlyAda(world.ada),
                    pages,
                    new ExchangeLimit(limits),
                    takesDescriptions),
                clients,
                grants,
                world.clock));
  }

  private record OnlyAda(Person ada) implements People {

    @Override
    public Optional<Person> byToken(String personalToken) {
      return Optional.empty();
    }

    @Override
    public Optional<Person> bySession(String session) {
      return session.equals(SESSION) ? Optional.of(ada) : Optional.empty();
    }
  }

  String base() {
    return "http://127.0.0.1:" + served.server.port();
  }

  /** Registers a client with this name; gives its id. */
  String register(String name) {
    String body =
        "{\"client_name\":\"%s\",\"redirect_uris\":[\"%s\"],\"token_endpoint_auth_method\":\"none\"}"
            .formatted(name, REDIRECT);
    return Served.json(postJson(body)).get("client_id").stringValue();
  }

  HttpResponse<String> postJson(String body) {
    return served.send(
        served
            .to("/oauth/register")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  /** What a right client asks with. */
  Map<String, String> asking(String client) {
    Map<String, String> asking = new LinkedHashMap<>();
    asking.put("response_type", "code");
    asking.put("client_id", client);
    asking.put("redirect_uri", REDIRECT);
    asking.put("state", "a state & more");
    asking.put("code_challenge", CHALLENGE);
    asking.put("code_challenge_method", "S256");
    asking.put("resource", base() + "/mcp");
    return asking;
  }

  /** What a right client redeems a code with. */
  static Map<String, String> redeeming(String client, String code) {
    Map<String, String> redeeming = new LinkedHashMap<>();
    redeeming.put("grant_type", "authorization_code");
    redeeming.put("client_id", client);
    redeeming.put("code", code);
    redeeming.put("redirect_uri", REDIRECT);
    redeeming.put("code_verifier", VERIFIER);
    return redeeming;
  }

  /** The browser goes where the client sends it. */
  HttpResponse<String> ask(Map<String, String> asking) {
    return served.send(signedIn(served.to("/oauth/authorize?" + encoded(asking))));
  }

  /** Ada presses a button of the page that she was last shown. */
  HttpResponse<String> decide(Map<String, String> chosen) {
    Map<String, String> fields = new HashMap<>(pages.asked().fields());
    fields.putAll(chosen);
    return post("/oauth/authorize", fields);
  }

  HttpResponse<String> post(String path, Map<String, String> fields) {
    return served.send(
        signedIn(served.to(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded(fields))));
  }

  static HttpRequest.Builder signedIn(HttpRequest.Builder request) {
    return request.header("Cookie", "sandboxes=" + SESSION);
  }

  /** A code that Ada's consent gives the client. */
  String code(String client) {
    ask(asking(client));
    return codeIn(decide(Map.of("decision", "allow")));
  }

  static String codeIn(HttpResponse<String> redirect) {
    return Objects.requireNonNull(answered(redirect).get("code"), "No code was given.");
  }

  /** What the browser brings the client. */
  static Map<String, String> answered(HttpResponse<String> redirect) {
    URI location = URI.create(redirect.headers().firstValue("Location").orElseThrow());
    return Arrays.stream(location.getRawQuery().split("&", -1))
        .map(each -> each.split("=", 2))
        .collect(
            Collectors.toMap(
                each -> each[0], each -> URLDecoder.decode(each[1], StandardCharsets.UTF_8)));
  }

  JsonNode token(Map<String, String> fields) {
    return Served.json(post("/oauth/token", fields));
  }

  static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  @Override
  public void close() {
    served.close();
  }
}
