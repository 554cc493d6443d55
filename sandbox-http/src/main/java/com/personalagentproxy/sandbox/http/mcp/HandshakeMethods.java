package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.tool.Tools;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The methods of the revisions that begin with {@code initialize}. */
final class HandshakeMethods {

  private static final String INITIALIZE = "initialize";
  private static final ResultForm FORM = new ResultForm.Plain();

  private final Sandboxes sandboxes;
  private final ToolCalls calls;
  private final Identity server;
  private final ObjectNode toolList;

  HandshakeMethods(Sandboxes sandboxes, Tools tools, Identity server) {
    this.sandboxes = sandboxes;
    this.calls = new ToolCalls(tools);
    this.server = server;
    this.toolList = ToolList.of(tools);
  }

  /** Whether the request opens a conversation; such a one stands alone, never in a batch. */
  static boolean isOpening(Message.Request request) {
    return request.method().equals(INITIALIZE);
  }

  /** What to do about a request. */
  Handling handle(Asker asker, Message.Request request) {
    return switch (request.method()) {
      case INITIALIZE -> opening(request, initialize(asker, request.params()));
      case "ping" ->
          Handling.Answered.to(request, new Reply.Result(StrictJson.MAPPER.createObjectNode()));
      case "tools/list" -> Handling.Answered.to(request, list(request.params()));
      case ToolCalls.METHOD -> calls.of(asker, request, FORM);
      default ->
          Handling.Answered.to(
              request,
              Reply.failure(
                  Reply.METHOD_NOT_FOUND,
                  "There is no method %s here. There are initialize, ping, tools/list and tools/call."
                      .formatted(Words.quoted(request.method()))));
    };
  }

  private static Handling opening(Message.Request request, Reply reply) {
    Handling.Answered answer = Handling.Answered.to(request, reply);
    return reply instanceof Reply.Result
        ? new Handling.Opening(answer, Origin.newSession())
        : answer;
  }

  private Reply initialize(Asker asker, ObjectNode params) {
    JsonNode asked = params.path("protocolVersion");
    if (!asked.isString()) {
      return Reply.failure(
          Reply.INVALID_PARAMS,
          "params.protocolVersion is missing. Give a revision of the protocol, such as %s."
              .formatted(Revision.NEWEST_WITH_HANDSHAKE.date()));
    }
    ObjectNode result = StrictJson.MAPPER.createObjectNode();
    result.put("protocolVersion", agreed(asked.stringValue()).date());
    result.putObject("capabilities").putObject("tools");
    result.set("serverInfo", server.json());
    result.put("instructions", Instructions.of(sandboxes, asker.agent()));
    return new Reply.Result(result);
  }

  private static Revision agreed(String asked) {
    return Revision.of(asked)
        .filter(Revision::beginsWithHandshake)
        .orElse(Revision.NEWEST_WITH_HANDSHAKE);
  }

  private Reply list(ObjectNode params) {
    return params.has("cursor") ? ToolList.ON_ONE_PAGE : new Reply.Result(toolList);
  }
}
