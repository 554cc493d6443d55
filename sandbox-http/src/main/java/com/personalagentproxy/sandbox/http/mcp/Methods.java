package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.http.FailureLog;
import com.personalagentproxy.sandbox.http.StorageAway;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.tool.Tool;
import com.personalagentproxy.sandbox.http.tool.ToolResult;
import com.personalagentproxy.sandbox.http.tool.Tools;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The methods of the revisions that begin with {@code initialize}. */
final class Methods {

  private static final String INITIALIZE = "initialize";

  private final Sandboxes sandboxes;
  private final Tools tools;
  private final String version;
  private final ObjectNode toolList;

  Methods(Sandboxes sandboxes, String version) {
    this.sandboxes = sandboxes;
    this.tools = new Tools(sandboxes);
    this.version = version;
    this.toolList = ToolList.of(tools);
  }

  /** Whether the request opens a conversation; such a one stands alone, never in a batch. */
  static boolean isOpening(Message.Request request) {
    return request.method().equals(INITIALIZE);
  }

  /** Answers a request. */
  Reply answer(Asker asker, Message.Request request) {
    return switch (request.method()) {
      case INITIALIZE -> initialize(asker, request.params());
      case "ping" -> new Reply.Result(StrictJson.MAPPER.createObjectNode());
      case "tools/list" -> list(request.params());
      case "tools/call" -> call(asker, request.params());
      default ->
          Reply.failure(
              Reply.METHOD_NOT_FOUND,
              "There is no method %s here. There are initialize, ping, tools/list and tools/call."
                  .formatted(Words.quoted(request.method())));
    };
  }

  private Reply initialize(Asker asker, ObjectNode params) {
    JsonNode asked = params.path("protocolVersion");
    if (!asked.isString()) {
      return Reply.failure(
          Reply.INVALID_PARAMS,
          "params.protocolVersion is missing. Give a revision of the protocol, such as %s."
              .formatted(Revision.NEWEST.date()));
    }
    ObjectNode result = StrictJson.MAPPER.createObjectNode();
    result.put("protocolVersion", Revision.of(asked.stringValue()).orElse(Revision.NEWEST).date());
    result.putObject("capabilities").putObject("tools");
    result
        .putObject("serverInfo")
        .put("name", "sandboxes")
        .put("title", "Sandboxes")
        .put("version", version);
    result.put("instructions", Instructions.of(sandboxes, asker.agent()));
    return new Reply.Result(result);
  }

  private Reply list(ObjectNode params) {
    return params.has("cursor")
        ? Reply.failure(
            Reply.INVALID_PARAMS, "All tools are on one page. Ask for them without a cursor.")
        : new Reply.Result(toolList);
  }

  private Reply call(Asker asker, ObjectNode params) {
    JsonNode name = params.path("name");
    if (!name.isString()) {
      return Reply.failure(
          Reply.INVALID_PARAMS, "params.name is missing. Give the name of a tool from tools/list.");
    }
    Optional<Tool> tool = tools.named(name.stringValue());
    if (tool.isEmpty()) {
      return Reply.failure(
          Reply.INVALID_PARAMS,
          "There is no tool %s. There are %s."
              .formatted(
                  Words.quoted(name.stringValue()),
                  tools.all().stream().map(Tool::name).collect(Collectors.joining(", "))));
    }
    JsonNode arguments = params.get("arguments");
    if (arguments == null) {
      return run(asker, tool.get(), StrictJson.MAPPER.createObjectNode());
    }
    return arguments instanceof ObjectNode object
        ? run(asker, tool.get(), object)
        : Reply.failure(
            Reply.INVALID_PARAMS,
            "params.arguments must be an object with the tool's arguments by name.");
  }

  private static Reply run(Asker asker, Tool tool, ObjectNode arguments) {
    return result(resultOf(asker, tool, arguments));
  }

  private static ToolResult resultOf(Asker asker, Tool tool, ObjectNode arguments) {
    try {
      return tool.call(asker.arrival(), asker.client(), arguments);
    } catch (StorageException failure) {
      StorageAway.log(asker.requestId(), failure);
      return ToolResult.failed(StorageAway.sentence(failure, tool.hints().readOnly()));
    } catch (RuntimeException unforeseen) {
      FailureLog.write(asker.requestId(), "POST", "/mcp " + tool.name(), unforeseen);
      return ToolResult.failed(
          "Something went wrong inside the server, so it is not known whether this was done. Look with sandboxes_get or sandboxes_list before you try again; if it goes on, tell whoever runs the server that it was request %s."
              .formatted(asker.requestId()));
    }
  }

  private static Reply result(ToolResult told) {
    ObjectNode result = StrictJson.MAPPER.createObjectNode();
    result.putArray("content").addObject().put("type", "text").put("text", told.text());
    if (told.structured() != null) {
      result.set("structuredContent", StrictJson.MAPPER.valueToTree(told.structured()));
    }
    return new Reply.Result(result.put("isError", told.isError()));
  }
}
