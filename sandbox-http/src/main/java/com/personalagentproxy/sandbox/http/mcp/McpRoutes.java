package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.BearerToken;
import com.personalagentproxy.sandbox.http.CallThreads;
import com.personalagentproxy.sandbox.http.ClientName;
import com.personalagentproxy.sandbox.http.ErrorKind;
import com.personalagentproxy.sandbox.http.ProblemException;
import com.personalagentproxy.sandbox.http.RequestBody;
import com.personalagentproxy.sandbox.http.RequestId;
import com.personalagentproxy.sandbox.http.Routes;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import com.personalagentproxy.sandbox.http.tool.Tools;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * {@code POST /mcp}, for agents with a token. Other methods are refused: there is no stream but
 * that of an answer, and nothing is kept of a session that could be ended.
 */
public final class McpRoutes implements Routes, AutoCloseable {

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

  private final Agents agents;
  private final Conversation conversation;
  private final CallAnswers calls;

  /**
   * The endpoint.
   *
   * @param commands how many may run at once
   * @param version of this server, as clients are told it
   */
  public McpRoutes(Sandboxes sandboxes, Agents agents, CommandLimit commands, String version) {
    this(sandboxes, agents, commands, version, CallThreads.named("call"));
  }

  McpRoutes(
      Sandboxes sandboxes,
      Agents agents,
      CommandLimit commands,
      String version,
      CallThreads threads) {
    this.agents = agents;
    Tools tools = new Tools(sandboxes, commands);
    Identity server = new Identity(version);
    RunningCalls running = new RunningCalls();
    this.conversation =
        new Conversation(
            new HandshakeMethods(sandboxes, tools, server),
            new StatelessMethods(sandboxes, tools, server),
            running);
    this.calls = new CallAnswers(running, threads);
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.post(PATH, this::answer);
    NOT_TAKEN.forEach(
        method -> config.routes.addHttpHandler(method, PATH, McpRoutes::refuseMethod));
  }

  private void answer(Context context) {
    Arrival arrival = BearerToken.agent(context, agents);
    Accepted accepted = Accepted.of(context);
    if (!accepted.json()) {
      throw notAcceptable();
    }
    long begun = System.nanoTime();
    byte[] body = RequestBody.json(context);
    if (System.nanoTime() - begun > LONGEST_BODY.toNanos()) {
      // How things were when the body began may be long ago (C4).
      arrival = BearerToken.agent(context, agents);
    }
    Handling handling = conversation.handle(asker(context, arrival), Headers.of(context), body);
    if (handling instanceof Handling.Calling calling) {
      boolean isStateless = calling.run().form().endsWithItsStream();
      if (isStateless && !accepted.events()) {
        throw notAcceptable();
      }
      calls.answer(context, calling, isStateless ? accepted.events() : accepted.namesEvents());
    } else if (handling instanceof Handling.Opening opening) {
      context.header(Origin.SESSION, opening.session());
      answer(context, opening.answer());
    } else {
      answer(context, (Handling.Answered) handling);
    }
  }

  private static void answer(Context context, Handling.Answered answered) {
    context.status(answered.status());
    if (answered.body() != null) {
      StrictJson.answer(context, answered.body());
    }
  }

  private Asker asker(Context context, Arrival arrival) {
    return new Asker(
        arrival,
        ClientName.of(context.userAgent(), arrival.agent()),
        Origin.of(context),
        RequestId.of(context),
        () -> stillThere(context));
  }

  private Optional<Arrival> stillThere(Context context) {
    try {
      return Optional.of(BearerToken.agent(context, agents));
    } catch (ProblemException gone) {
      return Optional.empty();
    }
  }

  private static ProblemException notAcceptable() {
    return new ProblemException(
        ErrorKind.NOT_ACCEPTABLE,
        "The answer is JSON, or an event stream. Send Accept: application/json,"
            + " text/event-stream.");
  }

  /** Ends the commands of calls that still run; closed when no more requests come. */
  @Override
  public void close() {
    calls.close();
  }

  private static void refuseMethod(Context context) {
    context.header(Header.ALLOW, "POST");
    throw new ProblemException(
        ErrorKind.METHOD_NOT_ALLOWED, "Only POST is taken here. Send each message by POST.");
  }
}
