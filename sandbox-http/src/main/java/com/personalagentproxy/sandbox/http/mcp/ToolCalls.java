package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.tool.Tool;
import com.personalagentproxy.sandbox.http.tool.Tools;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The method {@code tools/call}, which is the same in all revisions. */
final class ToolCalls {

  static final String METHOD = "tools/call";

  private final Tools tools;

  ToolCalls(Tools tools) {
    this.tools = tools;
  }

  /** The call that a request asks for, or an error since it names none. */
  Handling of(Asker asker, Message.Request request, ResultForm form) {
    JsonNode name = request.params().path("name");
    if (!name.isString()) {
      return refused(request, "params.name is missing. Give the name of a tool from tools/list.");
    }
    Optional<Tool> tool = tools.named(name.stringValue());
    if (tool.isEmpty()) {
      return refused(
          request,
          "There is no tool %s. There are %s."
              .formatted(
                  Words.quoted(name.stringValue()),
                  tools.all().stream().map(Tool::name).collect(Collectors.joining(", "))));
    }
    JsonNode arguments = request.params().get("arguments");
    if (arguments != null && !arguments.isObject()) {
      return refused(
          request, "params.arguments must be an object with the tool's arguments by name.");
    }
    return new Handling.Calling(
        request.id(),
        new ToolRun(
            asker,
            tool.get(),
            arguments instanceof ObjectNode given ? given : StrictJson.MAPPER.createObjectNode(),
            Meta.of(request.params()).progressToken(),
            form));
  }

  private static Handling refused(Message.Request request, String sentence) {
    return Handling.Answered.to(request, Reply.failure(Reply.INVALID_PARAMS, sentence));
  }
}
