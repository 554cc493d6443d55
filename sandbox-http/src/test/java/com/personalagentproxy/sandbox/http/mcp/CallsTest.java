package com.personalagentproxy.sandbox.http.mcp;

import static com.personalagentproxy.sandbox.http.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.HttpServer;
import com.personalagentproxy.sandbox.http.HttpSettings;
import com.personalagentproxy.sandbox.http.Served;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import com.personalagentproxy.sandbox.http.limit.Limits;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.World;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Calls that take their time: what is told meanwhile, and how they are cancelled. */
@Timeout(60)
class CallsTest {

  private static final String WAIT = "{\"sandbox\":\"build\",\"command\":\"wait\"}";
  private static final String CANCELLED =
      "Its caller cancelled it. It was ended then by the signal TERM.";

  private final Served served = new Served();
  private final World world = served.world;
  private final Caller own = World.own(world.laptop);
  private Gate waiting = new Gate();

  @BeforeEach
  void make() {
    world.make(own, "build");
    world.machines.runs(
        (machine, command) -> {
          if (command.line().startsWith("wait")) {
            waiting.pass();
          }
          return Ran.printing("żółć\n");
        });
  }

  @AfterEach
  void stop() {
    waiting.open();
    served.close();
  }

  @Test
  void oneForWhichThereIsNoThreadIsNotRunAndKeepsNoPlace() {
    CommandLimit commands = new CommandLimit(Limits.USUAL, new TurnedAway(world.ports), 1);
    McpRoutes full =
        new McpRoutes(
            world.sandboxes,
            token -> Optional.of(new Arrival(world.laptop, null)),
            commands,
            "test",
            CallThreads.atMost(0));
    try (HttpServer server =
        HttpServer.start(HttpSettings.loopback(0).stopWithin(Duration.ZERO), List.of(full))) {
      HttpResponse<String> answer =
          served.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/mcp"))
                  .header("Authorization", "Bearer " + Served.TOKEN)
                  .header("Content-Type", "application/json")
                  .header("Accept", "application/json, text/event-stream")
                  .POST(
                      BodyPublishers.ofString(
                          Served.request(
                              "tools/call",
                              "{\"name\":\"sandbox_exec\",\"arguments\":" + WAIT + "}"))));

      JsonNode result = Served.json(answer).get("result");
      assertThat(result.get("isError").booleanValue()).isTrue();
      assertThat(text(result))
          .isEqualTo(
              "The server makes as many calls as it can at the moment, and this one was not made. Try again in a few seconds.");
      assertThat(commands.size()).isZero();
    }
  }

  @Test
  void whatIsPrintedIsToldBeforeTheAnswerAndTheAnswerEndsTheStream() {
    Gate printed = world.machines.blockNextAnswer(Verb.RUN);
    try (Events events =
        Events.of(Events.call(served, 7, "sandbox_exec", WAIT.replace("wait", "print")))) {
      assertThat(events.response().statusCode()).isEqualTo(200);
      assertThat(events.response().headers().firstValue("Content-Type"))
          .hasValue("text/event-stream");
      assertThat(events.response().headers().firstValue("X-Accel-Buffering")).hasValue("no");
      assertThat(events.line()).isEqualTo("event: message");
      assertThat(events.message().toString())
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"p7\",\"progress\":9,\"message\":\"żółć\\n"
                  + "\"}}");
      printed.open();

      JsonNode answer = events.message();
      assertThat(answer.get("id").intValue()).isEqualTo(7);
      assertThat(text(answer.get("result"))).startsWith("żółć\n[exit code 0");
      assertThat(events.hasEnded()).isTrue();
    }
  }

  @Test
  void aSilentCallGivesSignsOfLifeAndNoProgressThatNobodyAskedFor() {
    try (Events events = Events.of(Modern.call("sandbox_exec", WAIT).to(served))) {
      assertThat(events.line()).isEqualTo(": still running");
      waiting.open();

      JsonNode answer = events.message();
      assertThat(text(answer.get("result"))).startsWith("żółć\n");
      assertThat(answer.get("result").get("resultType").stringValue()).isEqualTo("complete");
      assertThat(events.hasEnded()).isTrue();
    }
  }

  @Test
  void whatIsAnsweredAtOnceIsJson() {
    HttpResponse<String> answer =
        served.send(Events.call(served, 1, "sandboxes_get", "{\"sandbox\":\"build\"}"));

    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
  }

  @Test
  void aProgramCancelsItsOwnCall() {
    String session = session();
    CompletableFuture<HttpResponse<String>> call = begin(call(5).header("Mcp-Session-Id", session));

    cancel(5, request -> request.header("Mcp-Session-Id", session));

    JsonNode result = Served.json(call.join()).get("result");
    assertThat(result.get("isError").booleanValue()).isTrue();
    assertThat(result.get("structuredContent").get("note").stringValue()).isEqualTo(CANCELLED);
    assertThat(((Verdict.Ended) command().verdict()).outcome())
        .isEqualTo(new Outcome.Lost(CANCELLED));
  }

  @Test
  void nobodyElseCancelsIt() {
    served.tokens.put("token-of-adas-phone", world.phone);
    String session = session();
    CompletableFuture<HttpResponse<String>> call = begin(call(5).header("Mcp-Session-Id", session));

    cancel(5, request -> request.header("Mcp-Session-Id", session()));
    cancel(5, request -> request);
    cancel(6, request -> request.header("Mcp-Session-Id", session));
    cancel(
        5,
        request ->
            request
                .setHeader("Authorization", "Bearer token-of-adas-phone")
                .header("Mcp-Session-Id", session));
    cancel(
        5,
        request ->
            request
                .header("Mcp-Session-Id", session)
                .header("MCP-Protocol-Version", Modern.REVISION));
    waiting.open();

    assertThat(text(Served.json(call.join()).get("result"))).startsWith("żółć\n[exit code 0");
  }

  @Test
  void withoutSessionsOneCallIsFoundAndOfTwoNeither() {
    CompletableFuture<HttpResponse<String>> only = begin(call(5));
    cancel(5, request -> request);
    assertThat(only.join().body()).contains(CANCELLED);

    waiting = new Gate();
    CompletableFuture<HttpResponse<String>> one = begin(call(5));
    CompletableFuture<HttpResponse<String>> other = send(call(5));
    await(() -> running() == 2);
    cancel(5, request -> request);
    waiting.open();

    assertThat(one.join().body()).contains("exit code 0");
    assertThat(other.join().body()).contains("exit code 0");
  }

  @Test
  void hangingUpCancelsWhereEachRequestStandsByItselfAndNotInTheOlderRevisions() {
    Events modern =
        Events.of(Modern.call("sandbox_exec", WAIT.replace("wait", "wait modern")).to(served));
    Events older =
        Events.of(Events.call(served, 1, "sandbox_exec", WAIT.replace("wait", "wait older")));
    older.close();
    modern.close();

    String gone = "Its caller closed the connection. It was ended then by the signal TERM.";
    await(() -> ended().contains(gone));
    assertThat(running()).isEqualTo(1);
    waiting.open();
    await(() -> running() == 0);

    assertThat(ended()).containsExactlyInAnyOrder(gone, "0");
  }

  @Test
  void inABatchACallCanBeCancelledBeforeItsTurn() {
    CompletableFuture<HttpResponse<String>> batch =
        begin(served.toMcp().POST(BodyPublishers.ofString("[%s,%s]".formatted(body(1), body(2)))));
    cancel(2, request -> request);
    waiting.open();

    JsonNode answers = Served.json(batch.join());
    assertThat(text(answers.get(0).get("result"))).startsWith("żółć\n");
    assertThat(text(answers.get(1).get("result")))
        .isEqualTo(
            "The command was not run. Its caller cancelled it. Make the call again if it is still"
                + " to run.");
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
  }

  @Test
  void aTokenThatIsTakenBackIsWorthNothingForTheRestOfABatch() {
    CompletableFuture<HttpResponse<String>> batch =
        begin(served.toMcp().POST(BodyPublishers.ofString("[%s,%s]".formatted(body(1), body(2)))));
    served.tokens.remove(Served.TOKEN);
    waiting.open();

    JsonNode answers = Served.json(batch.join());
    assertThat(answers.get(0).has("result")).isTrue();
    assertThat(answers.get(1).get("error").get("message").stringValue())
        .startsWith("The token is no longer one of an agent's, so this was not done.");
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
  }

  @Test
  void aServerThatStopsEndsTheCallsThatNobodyWaitsFor() {
    Events left = Events.of(Events.call(served, 1, "sandbox_exec", WAIT));
    left.close();

    served.mcp.close();

    assertThat(ended())
        .containsExactly("The server is stopping. It was ended then by the signal TERM.");
  }

  @Test
  void wrongArgumentsAreWrittenDownToo() {
    JsonNode refused = served.call("sandboxes_get", "{\"sandbox\":\"build\",\"color\":\"red\"}");

    Entry entry = last(Deed.GET);
    assertThat(entry.verdict()).isInstanceOf(Verdict.Refused.class);
    assertThat(((Verdict.Refused) entry.verdict()).sentence()).isEqualTo(text(refused));
  }

  @Test
  void whoIsNotOfferedSandboxesHearsOfThatBeforeAnyWrongArgument() {
    world.experiments.turnOff(world.organization);

    assertThat(text(served.call("sandboxes_get", "{}")))
        .startsWith("Sandboxes are not offered here");
  }

  private HttpRequest.Builder call(int id) {
    return served.toMcp().POST(BodyPublishers.ofString(body(id)));
  }

  private static String body(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":{\"name\":\"sandbox_exec\",\"arguments\":%s}}"
        .formatted(id, WAIT);
  }

  private CompletableFuture<HttpResponse<String>> begin(HttpRequest.Builder request) {
    CompletableFuture<HttpResponse<String>> answer = send(request);
    waiting.awaitReached();
    return answer;
  }

  private CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
    return CompletableFuture.supplyAsync(() -> served.send(request));
  }

  private void cancel(int id, UnaryOperator<HttpRequest.Builder> as) {
    HttpResponse<String> answer =
        served.send(
            as.apply(
                served
                    .toMcp()
                    .POST(
                        BodyPublishers.ofString(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d,\"reason\":\"test\"}}"
                                .formatted(id)))));
    assertThat(answer.statusCode()).isEqualTo(202);
  }

  private String session() {
    return served
        .post(Served.request("initialize", "{\"protocolVersion\":\"2025-11-25\"}"))
        .headers()
        .firstValue("Mcp-Session-Id")
        .orElseThrow();
  }

  private long running() {
    return commands(entry -> entry.verdict() instanceof Verdict.Running).size();
  }

  /** How those ended that have: an exit code, or why it isn't known. */
  private List<String> ended() {
    return commands(entry -> entry.verdict() instanceof Verdict.Ended).stream()
        .map(entry -> ((Verdict.Ended) entry.verdict()).outcome())
        .map(
            outcome ->
                outcome instanceof Outcome.Lost lost
                    ? lost.why()
                    : String.valueOf(((Outcome.Exited) outcome).code()))
        .toList();
  }

  private List<Entry> commands(Predicate<Entry> which) {
    return world.activity.all().stream()
        .filter(entry -> entry.deed() == Deed.EXEC)
        .filter(which)
        .toList();
  }

  private Entry command() {
    return last(Deed.EXEC);
  }

  private Entry last(Deed deed) {
    return world.activity.all().stream()
        .filter(entry -> entry.deed() == deed)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
