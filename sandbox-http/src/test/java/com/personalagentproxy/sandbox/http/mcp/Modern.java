package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.Served;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A request of the revision in which each stands by itself, right until it is changed. */
final class Modern {

  static final JsonMapper JSON = JsonMapper.builder().build();
  static final String REVISION = "2026-07-28";

  private final Map<String, String> headers = new LinkedHashMap<>();
  final ObjectNode message = JSON.createObjectNode();
  final ObjectNode params = message.putObject("params");
  final ObjectNode meta = params.putObject("_meta");

  Modern(String method) {
    headers.put("MCP-Protocol-Version", REVISION);
    headers.put("Mcp-Method", method);
    message.put("jsonrpc", "2.0").put("id", 1).put("method", method);
    meta.put("io.modelcontextprotocol/protocolVersion", REVISION);
    meta.putObject("io.modelcontextprotocol/clientCapabilities");
    meta.putObject("io.modelcontextprotocol/clientInfo").put("name", "Tester").put("version", "1");
  }

  static Modern call(String tool, String arguments) {
    Modern call = new Modern("tools/call").header("Mcp-Name", tool);
    call.params.put("name", tool).set("arguments", JSON.readTree(arguments));
    return call;
  }

  Modern header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  Modern without(String header) {
    headers.remove(header);
    return this;
  }

  HttpRequest.Builder to(Served served) {
    HttpRequest.Builder request =
        served.toMcp().POST(BodyPublishers.ofString(JSON.writeValueAsString(message)));
    headers.forEach(request::header);
    return request;
  }

  HttpResponse<String> send(Served served) {
    return served.send(to(served));
  }
}
