package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.StrictJson;
import tools.jackson.databind.node.ObjectNode;

/**
 * What this server calls itself.
 *
 * @param version of the program
 */
record Identity(String version) {

  ObjectNode json() {
    return StrictJson.MAPPER
        .createObjectNode()
        .put("name", "sandboxes")
        .put("title", "Sandboxes")
        .put("version", version);
  }
}
