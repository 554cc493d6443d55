package com.personalagentproxy.sandbox.http.limit;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.BearerToken;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.http.SessionName;
import com.personalagentproxy.sandbox.http.mcp.McpRoutes;
import com.personalagentproxy.sandbox.world.World;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A server with small limits, at which Ada and her laptop are right, and what it takes to call. */
final class LimitedServer implements AutoCloseable {

  static final String RIGHT = "token-of-adas-laptop";
  static final String PERSONAL = "personal-token-of-ada";
  static final String SESSION = "session-of-ada";
  static final List<String> DOORS =
      List.of("/sign-in", "/join", "/oauth/token", "/oauth/register", "/oauth/revoke");

  final World world = new World();
  final TurnedAway turnedAway = new TurnedAway(world.ports);
  final SetTime time = new SetTime();
  final AtomicInteger lookedUp = new AtomicInteger();
  final AtomicBoolean isRevoked = new AtomicBoolean();
  final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server;

  LimitedServer() {
    this(0);
  }

  /**
   * @param proxies how many stand before it
   */
  LimitedServer(int proxies) {
    Limits limits = new Limits(5, 100, 2, 3, 1, 10, proxies);
    CallerLimit callers = new CallerLimit(limits, turnedAway, time);
    Agents agents = callers.of(this::laptop, "/mcp");
    server =
        HttpServer.start(
            HttpSettings.loopback(0).stopWithin(Duration.ZERO),
            List.of(
                new StrangerLimit(limits, callers, time),
                new McpRoutes(
                    world.sandboxes, agents, new CommandLimit(limits, turnedAway), "test"),
                new Doors(callers.of(new OnlyAda(world.ada), "/api"))));
  }

  private Optional<Arrival> laptop(String token) {
    lookedUp.incrementAndGet();
    return token.equals(RIGHT) && !isRevoked.get()
        ? Optional.of(new Arrival(world.laptop, null))
        : Optional.empty();
  }

  private record OnlyAda(Person ada) implements People {

    @Override
    public Optional<Person> byToken(String personalToken) {
      return personalToken.equals(PERSONAL) ? Optional.of(ada) : Optional.empty();
    }

    @Override
    public Optional<Person> bySession(String session) {
      return session.equals(SESSION) ? Optional.of(ada) : Optional.empty();
    }
  }

  /** A page, what only people may call, and doors where nobody is right. */
  private record Doors(People people) implements Routes {

    @Override
    public void addTo(JavalinConfig config) {
      config.routes.get(
          "/page",
          context ->
              context.result(
                  SessionName.of(null)
                      .in(context)
                      .flatMap(people::bySession)
                      .map(Person::name)
                      .orElse("stranger")));
      config.routes.get("/api/people/only", this::personal);
      for (String door : DOORS) {
        config.routes.post(door, context -> context.status(403));
      }
    }

    private void personal(Context context) {
      boolean isKnown = BearerToken.in(context).flatMap(people::byToken).isPresent();
      context.status(isKnown ? 200 : 401);
    }

    @Override
    public Set<String> openToPages() {
      return Set.of("/oauth/token", "/oauth/register", "/oauth/revoke");
    }
  }

  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError("No answer came.", failed);
    }
  }

  HttpRequest.Builder calling(String token, String method, String params) {
    return to("/mcp")
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .POST(BodyPublishers.ofString(Served.request(method, params)));
  }

  /** An agent looks whether the server is there. */
  HttpResponse<String> ping(String token) {
    return send(calling(token, "ping", "{}"));
  }

  /** A person's program asks for what is people's only. */
  int asPerson(String token) {
    return send(to("/api/people/only").header("Authorization", "Bearer " + token)).statusCode();
  }

  @Override
  public void close() {
    server.close();
  }
}
