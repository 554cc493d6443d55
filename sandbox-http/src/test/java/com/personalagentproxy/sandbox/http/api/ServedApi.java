package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.SessionName;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import com.personalagentproxy.sandbox.http.limit.Limits;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A world with the API before it; each call and each answer is held against the description. */
final class ServedApi implements AutoCloseable {

  static final String LAPTOP = "token-of-adas-laptop";
  static final String PHONE = "token-of-adas-phone";
  static final String ADA = "personal-token-of-ada";
  static final String BOB = "personal-token-of-bob";
  static final String SESSION = "session-of-ada";

  private static final JsonMapper ANY = JsonMapper.builder().build();

  final World world;
  final TurnedAway turnedAway;
  final CommandLimit commands;
  final HttpServer server;
  final PushedChanges changes = new PushedChanges();
  final List<String> routes = new ArrayList<>();
  final Map<String, Agent> agents = new ConcurrentHashMap<>();
  final Map<String, Person> people = new ConcurrentHashMap<>();
  final Map<String, Person> sessions = new ConcurrentHashMap<>();
  final ApiDescription description = new ApiDescription();
  private final HttpClient client = HttpClient.newHttpClient();

  ServedApi() {
    this(null);
  }

  ServedApi(@Nullable MachineBackend machines) {
    this(machines, Integer.MAX_VALUE, CallThreads.named("exec"));
  }

  /**
   * @param machines absent: those of the world
   * @param places how many commands may run at once
   * @param threads on which those run that are followed
   */
  ServedApi(@Nullable MachineBackend machines, int places, CallThreads threads) {
    world = new World(Timing.USUAL, machines);
    turnedAway = new TurnedAway(world.ports);
    commands = new CommandLimit(Limits.USUAL, turnedAway, places);
    agents.put(LAPTOP, world.laptop);
    agents.put(PHONE, world.phone);
    people.put(ADA, world.ada);
    people.put(BOB, world.bob);
    sessions.put(SESSION, world.ada);
    Routes overheard =
        config ->
            config.events.handlerAdded(
                added -> {
                  if (added.getHttpMethod().isHttpMethod() && added.getPath().startsWith("/api")) {
                    routes.add(added.getHttpMethod().name() + " " + added.getPath());
                  }
                });
    server =
        HttpServer.start(
            HttpSettings.loopback(0).stopWithin(Duration.ofSeconds(5)),
            List.of(
                overheard,
                new ApiRoutes(
                    world.sandboxes,
                    world.console,
                    changes,
                    threads,
                    callers(),
                    commands,
                    turnedAway,
                    "openapi: 3.1.0\n")));
  }

  private ApiRoutes.Callers callers() {
    Agents byToken =
        token -> Optional.ofNullable(agents.get(token)).map(agent -> new Arrival(agent, null));
    People known =
        new People() {
          @Override
          public Optional<Person> byToken(String personalToken) {
            return Optional.ofNullable(people.get(personalToken));
          }

          @Override
          public Optional<Person> bySession(String session) {
            return Optional.ofNullable(sessions.get(session));
          }
        };
    return new ApiRoutes.Callers(
        byToken,
        known,
        byToken,
        known,
        SessionName.of(null),
        organization ->
            List.of(world.laptop, world.phone, world.bobs).stream()
                .filter(agent -> agent.organization().equals(organization))
                .toList());
  }

  /** Makes a sandbox of the laptop's. */
  SandboxView make(String name) {
    return world.make(World.own(world.laptop), name);
  }

  /** A request to a path, to be completed. */
  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(60));
  }

  /** A call with a token. */
  HttpRequest.Builder to(String token, String path) {
    return to(path).header("Authorization", "Bearer " + token);
  }

  /** A call of Ada's, with her personal token or from her browser's page. */
  HttpRequest.Builder byAda(boolean isFromPage, String path) {
    return isFromPage
        ? to(path).header("Cookie", "sandboxes=" + SESSION).header("Sec-Fetch-Site", "same-origin")
        : to(ADA, path);
  }

  HttpResponse<String> get(String token, String path) {
    return send(to(token, path).GET());
  }

  HttpResponse<String> call(String token, String method, String path) {
    return send(to(token, path).method(method, BodyPublishers.noBody()));
  }

  HttpResponse<String> call(String token, String method, String path, String json) {
    HttpResponse<String> answer =
        send(
            to(token, path)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
    if (answer.statusCode() < 300) {
      description.requireDescribedBody(method, answer.uri().getRawPath(), json);
    }
    return answer;
  }

  /** Sends it and holds the answer against the description. */
  HttpResponse<String> send(HttpRequest.Builder request) {
    HttpResponse<byte[]> raw = raw(request);
    HttpResponse<String> answer = new TextAnswer(raw);
    description.requireDescribed(
        answer.request().method(),
        answer.uri().getRawPath(),
        answer.statusCode(),
        answer.headers().firstValue("Content-Type").orElse(""),
        answer.body());
    return answer;
  }

  /** Sends it and takes the answer as it is. */
  HttpResponse<byte[]> raw(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException failed) {
      throw new AssertionError("No answer came.", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted.", interrupted);
    }
  }

  HttpClient client() {
    return client;
  }

  static JsonNode json(HttpResponse<String> response) {
    return ANY.readTree(response.body());
  }

  static JsonNode json(String text) {
    return ANY.readTree(text);
  }

  /** The error's status and kind, such as {@code 404 not_found}. */
  static String error(HttpResponse<String> response) {
    return response.statusCode() + " " + json(response).get("error").stringValue();
  }

  static String message(HttpResponse<String> response) {
    return json(response).get("message").stringValue();
  }

  @Override
  public void close() {
    Thread stop = new Thread(server::close, "stop");
    stop.setDaemon(true);
    stop.start();
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
