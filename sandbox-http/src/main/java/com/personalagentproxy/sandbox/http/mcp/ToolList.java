package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.StrictJson;
import com.personalagentproxy.sandbox.http.tool.Hints;
import com.personalagentproxy.sandbox.http.tool.Tool;
import com.personalagentproxy.sandbox.http.tool.Tools;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer to {@code tools/list}; it is the same for every agent at any time. */
final class ToolList {

  static final Reply ON_ONE_PAGE =
      Reply.failure(
          Reply.INVALID_PARAMS, "All tools are on one page. Ask for them without a cursor.");

  private ToolList() {}

  static ObjectNode of(Tools tools) {
    ObjectNode list = StrictJson.MAPPER.createObjectNode();
    ArrayNode all = list.putArray("tools");
    for (Tool tool : tools.all()) {
      ObjectNode entry = all.addObject();
      entry.put("name", tool.name()).put("title", tool.title());
      entry.put("description", tool.description());
      entry.set("inputSchema", tool.inputSchema());
      entry.set("outputSchema", tool.outputSchema());
      entry.set("annotations", annotations(tool));
    }
    return list;
  }

  private static ObjectNode annotations(Tool tool) {
    Hints hints = tool.hints();
    return StrictJson.MAPPER
        .createObjectNode()
        .put("title", tool.title())
        .put("readOnlyHint", hints.readOnly())
        .put("destructiveHint", hints.destructive())
        .put("idempotentHint", hints.idempotent())
        .put("openWorldHint", hints.openWorld());
  }
}
