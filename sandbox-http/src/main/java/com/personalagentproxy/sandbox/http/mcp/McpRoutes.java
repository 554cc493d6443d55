package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.ClientName;
import com.personalagentproxy.sandbox.http.BearerToken;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.RequestBody;
import com.personalagentproxy.sandbox.http.RequestId;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.tool.Tools;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * {@code POST /mcp}, for agents with a token. Other methods are refused: there is no stream but
 * that of an answer, and no session to end.
 */
public final class McpRoutes implements Routes {

  private static final String PATH = "/mcp";

  /** A body that took longer to come is answered by how things are then. */
  private static final Duration LONGEST_BODY = Duration.ofMillis(500);

  private static final List<HandlerType> NOT_TAKEN =
      List.of(
          HandlerType.GET,
          HandlerType.HEAD,
          HandlerType.PUT,
          HandlerType.PATCH,
          HandlerType.DELETE,
          HandlerType.OPTIONS);
  private static final List<String> JSON = List.of("application/json", "application/*", "*/*");
  private static final List<String> EVENTS = List.of("text/event-stream", "text/*");

  private final Agents agents;
  private final Conversation conversation;
  private final CallAnswers calls;

  /**
   * The endpoint.
   *
   * @param version of this server, as clients are told it
   */
  public McpRoutes(Sandboxes sandboxes, Agents agents, String version) {
    this.agents = agents;
    Tools tools = new Tools(sandboxes);
    Identity server = new Identity(version);
    RunningCalls running = new RunningCalls();
    this.conversation =
        new Conversation(
            new HandshakeMethods(sandboxes, tools, server),
            new StatelessMethods(sandboxes, tools, server),
            running);
    this.calls = new CallAnswers(running);
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.post(PATH, this::answer);
    NOT_TAKEN.forEach(
        method -> config.routes.addHttpHandler(method, PATH, McpRoutes::refuseMethod));
  }

  private void answer(Context context) {
    Arrival arrival = BearerToken.agent(context, agents);
    String accept = context.header(Header.ACCEPT);
    if (accept != null && !accepts(accept, JSON)) {
      throw new ProblemException(
          ErrorKind.NOT_ACCEPTABLE,
          "The answer is JSON. Send Accept: application/json, text/event-stream.");
    }
    long begun = System.nanoTime();
    byte[] body = RequestBody.json(context);
    if (System.nanoTime() - begun > LONGEST_BODY.toNanos()) {
      // How things were when the body began may be long ago (C4).
      arrival = BearerToken.agent(context, agents);
    }
    Handling handling = conversation.handle(asker(context, arrival), Headers.of(context), body);
    if (handling instanceof Handling.Calling calling) {
      calls.answer(context, calling, accept != null && accepts(accept, EVENTS));
      return;
    }
    Handling.Answered answered = (Handling.Answered) handling;
    context.status(answered.status());
    if (answered.body() != null) {
      StrictJson.answer(context, answered.body());
    }
  }

  private static Asker asker(Context context, Arrival arrival) {
    return new Asker(
        arrival,
        ClientName.of(context.userAgent(), arrival.agent()),
        context.ip() + " " + context.userAgent(),
        RequestId.of(context));
  }

  private static boolean accepts(String accept, List<String> types) {
    return Arrays.stream(accept.toLowerCase(Locale.ROOT).split(",", -1))
        .map(range -> range.split(";", -1)[0].strip())
        .anyMatch(types::contains);
  }

  private static void refuseMethod(Context context) {
    context.header(Header.ALLOW, "POST");
    throw new ProblemException(
        ErrorKind.METHOD_NOT_ALLOWED, "Only POST is taken here. Send each message by POST.");
  }
}
