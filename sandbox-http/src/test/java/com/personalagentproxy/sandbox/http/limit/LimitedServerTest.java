package com.personalagentproxy.sandbox.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.http.SessionName;
import com.personalagentproxy.sandbox.http.mcp.McpRoutes;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.world.World;
import io.javalin.config.JavalinConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class LimitedServerTest {

  private static final String RIGHT = "token-of-adas-laptop";
  private static final List<String> DOORS =
      List.of("/sign-in", "/join", "/oauth/token", "/oauth/register", "/oauth/revoke");
  private static final String SESSION = "session-of-ada";

  private final World world = new World();
  private final TurnedAway turnedAway = new TurnedAway(world.ports);
  private final SetTime time = new SetTime();
  private final AtomicInteger lookedUp = new AtomicInteger();
  private final AtomicBoolean isRevoked = new AtomicBoolean();
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server = start(new Limits(5, 100, 2, 3, 1, 10, 0));

  private HttpServer start(Limits limits) {
    CallerLimit callers = new CallerLimit(limits, turnedAway, time);
    Agents agents =
        callers.of(
            (Agents)
                token -> {
                  lookedUp.incrementAndGet();
                  return token.equals(RIGHT) && !isRevoked.get()
                      ? Optional.of(new Arrival(world.laptop, null))
                      : Optional.empty();
                });
    People people =
        callers.of(
            new People() {
              @Override
              public Optional<Person> byToken(String personalToken) {
                return Optional.empty();
              }

              @Override
              public Optional<Person> bySession(String session) {
                return session.equals(SESSION) ? Optional.of(world.ada) : Optional.empty();
              }
            });
    return HttpServer.start(
        HttpSettings.loopback(0).stopWithin(Duration.ZERO),
        List.of(
            new StrangerLimit(limits, callers, time),
            new McpRoutes(world.sandboxes, agents, new CommandLimit(limits, turnedAway), "test"),
            new Doors(people)));
  }

  /** A page, and doors where nobody is right. */
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
      for (String door : DOORS) {
        config.routes.post(door, context -> context.status(403));
      }
    }

    @Override
    public Set<String> openToPages() {
      return Set.of("/oauth/token", "/oauth/register", "/oauth/revoke");
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError("No answer came.", failed);
    }
  }

  private HttpRequest.Builder calling(String token, String method, String params) {
    return to("/mcp")
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .POST(BodyPublishers.ofString(Served.request(method, params)));
  }

  private HttpResponse<String> ping(String token) {
    return send(calling(token, "ping", "{}"));
  }

  @Test
  void anAgentThatAsksTooOftenIsToldToWaitInTheFormOfMcp() {
    for (int request = 0; request < 5; request++) {
      assertThat(ping(RIGHT).statusCode()).isEqualTo(200);
    }

    HttpResponse<String> answer = ping(RIGHT);

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("12");
    JsonNode error = Served.json(answer).get("error");
    assertThat(error.get("code").intValue()).isEqualTo(-32000);
    assertThat(error.get("message").stringValue())
        .isEqualTo(
            "This agent has sent too many requests, so nothing of this was done. Wait 12 seconds,"
                + " then try again, and slower.");
    time.advance(Duration.ofSeconds(12));
    assertThat(ping(RIGHT).statusCode()).isEqualTo(200);
  }

  @Test
  void aFloodOfRequestsIsWrittenDownAsTwoEntries() {
    for (int request = 0; request < 5; request++) {
      ping(RIGHT);
    }
    String sentence = Served.json(ping(RIGHT)).get("error").get("message").stringValue();
    for (int request = 0; request < 40; request++) {
      assertThat(ping(RIGHT).statusCode()).isEqualTo(429);
    }

    world.clock.advance(Duration.ofMinutes(1));
    turnedAway.tell();

    assertThat(world.activity.all())
        .extracting(Entry::agent, Entry::deed, Entry::verdict)
        .containsExactlyInAnyOrder(
            tuple(world.laptop, Deed.REQUEST, new Verdict.Refused(Refusal.Kind.TOO_MANY, sentence)),
            tuple(
                world.laptop,
                Deed.REQUEST,
                new Verdict.Refused(
                    Refusal.Kind.TOO_MANY,
                    "40 more calls were refused for the same reason in the 1 minute before this.")));
  }

  @Test
  void whereTheHistoryCannotBeWrittenARefusalIsNoAnswerEither() {
    for (int request = 0; request < 5; request++) {
      ping(RIGHT);
    }
    world.activity.isFull(true);

    assertThat(ping(RIGHT).statusCode()).isGreaterThanOrEqualTo(500);
  }

  @Test
  void aPersonWhoAsksTooOftenIsToldToWait() {
    HttpRequest.Builder page = to("/page").header("Cookie", "sandboxes=" + SESSION);
    assertThat(send(page).body()).isEqualTo("Ada");
    assertThat(send(page).body()).isEqualTo("Ada");

    HttpResponse<String> answer = send(page);

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("30");
    assertThat(Served.json(answer).get("error").stringValue()).isEqualTo("too_many_requests");
    assertThat(send(to("/page")).body()).isEqualTo("stranger");
  }

  @Test
  void whoGuessesTokensIsNotEvenLookedUp() {
    for (int guess = 0; guess < 3; guess++) {
      assertThat(ping("guess" + guess).statusCode()).isEqualTo(401);
    }
    assertThat(lookedUp).hasValue(3);

    HttpResponse<String> answer = ping("guess");

    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(Served.json(answer).get("error").get("message").stringValue())
        .startsWith("Your address has sent too many requests");
    assertThat(lookedUp).hasValue(3);
    time.advance(Duration.ofSeconds(20));
    assertThat(ping("guess").statusCode()).isEqualTo(401);
  }

  @Test
  void whoGuessesLocksOutNobodyWhoWasRightLately() {
    assertThat(ping(RIGHT).statusCode()).isEqualTo(200);
    for (int guess = 0; guess < 4; guess++) {
      ping("guess" + guess);
    }

    assertThat(ping("guess").statusCode()).isEqualTo(429);
    assertThat(ping(RIGHT).statusCode()).isEqualTo(200);
  }

  @Test
  void failedSignInsCountLikeWrongTokensAndLookingAtPagesDoesNot() {
    HttpRequest.Builder code = to("/sign-in").POST(BodyPublishers.ofString("code=guess"));
    for (int guess = 0; guess < 3; guess++) {
      assertThat(send(code).statusCode()).isEqualTo(403);
    }

    assertThat(send(code).statusCode()).isEqualTo(429);
    assertThat(ping("guess").statusCode()).isEqualTo(429);
    for (int look = 0; look < 10; look++) {
      assertThat(send(to("/page")).statusCode()).isEqualTo(200);
      assertThat(send(to("/nowhere")).statusCode()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/sign-in", "/join", "/oauth/token", "/oauth/register", "/oauth/revoke"})
  void aDoorCountsFailuresWhateverHeaderComesAndHoweverItsPathIsWritten(String door) {
    assertThat(ping(RIGHT).statusCode()).isEqualTo(200);
    HttpRequest.Builder plain = to(door).POST(BodyPublishers.ofString("code=guess"));
    HttpRequest.Builder withHeader = plain.copy().header("Authorization", "x");
    HttpRequest.Builder withRight = plain.copy().header("Authorization", "Bearer " + RIGHT);
    HttpRequest.Builder withSlash = to(door + "/").POST(BodyPublishers.ofString("code=guess"));

    assertThat(send(withHeader).statusCode()).isEqualTo(403);
    assertThat(send(withRight).statusCode()).isEqualTo(403);
    assertThat(send(withSlash).statusCode()).isEqualTo(403);

    assertThat(List.of(plain, withHeader, withRight, withSlash))
        .extracting(request -> send(request).statusCode())
        .containsOnly(429);
  }

  @Test
  void aProgramWhoseTokenWasRevokedLocksOutNobodyElse() {
    assertThat(ping(RIGHT).statusCode()).isEqualTo(200);
    isRevoked.set(true);
    for (int request = 0; request < 10; request++) {
      assertThat(ping(RIGHT).statusCode()).isEqualTo(401);
    }

    assertThat(ping("guess").statusCode()).isEqualTo(401);
    assertThat(send(to("/sign-in").POST(BodyPublishers.noBody())).statusCode()).isEqualTo(403);
  }

  @Test
  void whatProgramsRedeemIsCountedApart() {
    HttpRequest.Builder redeems = to("/oauth/token").POST(BodyPublishers.noBody());
    HttpRequest.Builder signsIn = to("/sign-in").POST(BodyPublishers.noBody());
    for (int failure = 0; failure < 3; failure++) {
      assertThat(send(redeems).statusCode()).isEqualTo(403);
    }
    assertThat(send(redeems).statusCode()).isEqualTo(429);

    for (int failure = 0; failure < 3; failure++) {
      assertThat(send(signsIn).statusCode()).isEqualTo(403);
    }
    assertThat(send(signsIn).statusCode()).isEqualTo(429);

    time.advance(Duration.ofSeconds(20));
    assertThat(send(signsIn).statusCode()).isEqualTo(403);
    assertThat(send(signsIn).statusCode()).isEqualTo(429);
    assertThat(send(redeems).statusCode()).isEqualTo(403);
  }

  @Test
  void aStrangersPageLocksOutNobodyInWhoseBrowserItIs() {
    List<String> open = List.of("/oauth/token", "/oauth/register", "/oauth/revoke");
    for (String door : open) {
      assertThat(fromPage(door)).isEqualTo(403);
    }
    for (String door : open) {
      assertThat(fromPage(door)).isEqualTo(429);
    }

    for (String door : List.of("/sign-in", "/oauth/token", "/oauth/register")) {
      assertThat(send(to(door).POST(BodyPublishers.noBody())).statusCode()).isEqualTo(403);
    }
  }

  private int fromPage(String door) {
    return send(to(door).header("Origin", "https://evil.example").POST(BodyPublishers.noBody()))
        .statusCode();
  }

  @Test
  void everyLineOfProxiesIsReadAndNotOnlyTheFirst() {
    try (HttpServer behindProxy = start(new Limits(5, 100, 2, 3, 1, 10, 1))) {
      for (int guess = 0; guess < 4; guess++) {
        HttpRequest.Builder signsIn =
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + behindProxy.port() + "/sign-in"))
                .header("X-Forwarded-For", "6.6.6." + guess)
                .header("X-Forwarded-For", "198.51.100.1")
                .POST(BodyPublishers.noBody());

        assertThat(send(signsIn).statusCode()).isEqualTo(guess < 3 ? 403 : 429);
      }
    }
  }

  @Test
  void aProxyOfWhichNothingWasSaidIsToldOfOnce() {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      send(to("/page"));
      assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain("SANDBOX_PROXIES");

      send(to("/page").header("X-Forwarded-For", "198.51.100.1"));
      send(to("/page").header("X-Forwarded-For", "198.51.100.2"));
    } finally {
      System.setErr(before);
    }

    assertThat(log.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("set SANDBOX_PROXIES to how many proxies there are")
        .doesNotContain("198.51.100");
  }

  @Test
  void aCommandMoreThanMayRunAtOnceIsToldToWaitAndNotRun() throws Exception {
    world
        .sandboxes
        .create(
            new Caller(world.laptop, "test", null, null), new CreateRequest("build", null, null))
        .orElseThrow();
    CountDownLatch runs = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicInteger ran = new AtomicInteger();
    world.machines.runs(
        (machine, command) -> {
          ran.incrementAndGet();
          runs.countDown();
          await(mayEnd);
          return InMemoryMachines.Ran.printing("done");
        });
    String exec =
        "{\"name\":\"sandbox_exec\",\"arguments\":{\"sandbox\":\"build\",\"command\":\"make\"}}";
    CompletableFuture<HttpResponse<String>> first =
        client.sendAsync(calling(RIGHT, "tools/call", exec).build(), BodyHandlers.ofString());
    runs.await();

    JsonNode second = Served.json(send(calling(RIGHT, "tools/call", exec))).get("result");

    assertThat(second.get("isError").booleanValue()).isTrue();
    assertThat(Served.text(second))
        .startsWith(
            "Too many commands run at once: 1 of one agent's and 10 of one organization's may")
        .endsWith("This one was not run. Wait until one of them has ended, then try again.");
    Entry entry = world.activity.all().get(world.activity.all().size() - 1);
    assertThat(entry.deed()).isEqualTo(Deed.EXEC);
    assertThat(entry.about()).isEqualTo(new About.Named("build", null));
    assertThat(entry.command()).isEqualTo(new AskedCommand("make", null));
    assertThat(entry.verdict())
        .isEqualTo(new Verdict.Refused(Refusal.Kind.TOO_MANY, Served.text(second)));
    mayEnd.countDown();
    assertThat(first.join().statusCode()).isEqualTo(200);
    assertThat(send(calling(RIGHT, "tools/call", exec)).body()).contains("done");
    assertThat(ran).hasValue(2);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
