package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.http.FailureLog;
import com.personalagentproxy.sandbox.http.StorageAway;
import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.tool.Tool;
import com.personalagentproxy.sandbox.http.tool.ToolResult;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call of a tool that may be made.
 *
 * @param progressToken given if the caller wants to hear of progress
 * @param form what its revision of the protocol adds to a result
 */
record ToolRun(
    Asker asker,
    Tool tool,
    ObjectNode arguments,
    @Nullable JsonNode progressToken,
    ResultForm form) {

  /** The same call, asked for by the same agent as it is known now. */
  ToolRun of(Asker now) {
    return new ToolRun(now, tool, arguments, progressToken, form);
  }

  /** Makes the call. It fails in no way but by its answer. */
  Reply make(Follower follower) {
    return reply(result(follower));
  }

  /** What a tool told, as its revision of the protocol has it. */
  Reply reply(ToolResult told) {
    ObjectNode result = StrictJson.MAPPER.createObjectNode();
    result.putArray("content").addObject().put("type", "text").put("text", told.text());
    if (told.structured() != null) {
      result.set("structuredContent", StrictJson.MAPPER.valueToTree(told.structured()));
    }
    return new Reply.Result(form.of(result.put("isError", told.isError())));
  }

  private ToolResult result(Follower follower) {
    try {
      return tool.call(asker.arrival(), asker.client(), arguments, follower);
    } catch (StorageException failure) {
      StorageAway.log(asker.requestId(), failure);
      return ToolResult.failed(StorageAway.sentence(failure, tool.hints().readOnly()));
    } catch (RuntimeException unforeseen) {
      FailureLog.write(asker.requestId(), "POST", "/mcp " + tool.name(), unforeseen);
      return ToolResult.failed(unforeseen(asker.requestId()));
    }
  }

  static String unforeseen(String requestId) {
    return "Something went wrong inside the server, so it is not known whether this was done. Look with sandboxes_get or sandboxes_list before you try again; if it goes on, tell whoever runs the server that it was request %s."
        .formatted(requestId);
  }

  /** Without its arguments: they may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "ToolRun[" + tool.name() + "]";
  }
}
