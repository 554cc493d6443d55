package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.StrictJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A JSON-RPC message as it came. */
sealed interface Message {

  /** Wants an answer. */
  record Request(JsonNode id, String method, ObjectNode params) implements Message {

    /** Without its parameters: they may be secret, and must not reach a log (H1). */
    @Override
    public String toString() {
      return "Request[" + method + "]";
    }
  }

  /** Wants none. */
  record Notification(String method, JsonNode params) implements Message {

    @Override
    public String toString() {
      return "Notification[" + method + "]";
    }
  }

  /** Answers a request of ours; we send none, so it means nothing here. */
  record Response() implements Message {}

  /**
   * Is no message.
   *
   * @param id the id to answer to; absent when there is none fit for it
   */
  record Malformed(@Nullable JsonNode id, Reply.Failure why) implements Message {}

  static Message of(JsonNode json) {
    if (!(json instanceof ObjectNode message)) {
      return malformed(null, "A message is a JSON object with jsonrpc, id, method and params.");
    }
    JsonNode id = message.get("id");
    if (id != null && !isFit(id)) {
      return malformed(null, "id must be a text or a whole number. Give each request its own.");
    }
    JsonNode version = message.path("jsonrpc");
    if (!version.isString() || !version.stringValue().equals("2.0")) {
      return malformed(id, "jsonrpc must be “2.0”.");
    }
    JsonNode method = message.get("method");
    if (method == null) {
      return id != null && message.has("result") != message.has("error")
          ? new Response()
          : malformed(id, "method is missing. Give the method's name, such as tools/call.");
    }
    if (!method.isString()) {
      return malformed(id, "method must be a text: the method's name, such as tools/call.");
    }
    return id == null
        ? withoutId(method.stringValue(), message.path("params"))
        : request(id, method.stringValue(), message.get("params"));
  }

  private static Message withoutId(String method, JsonNode params) {
    return method.startsWith("notifications/")
        ? new Notification(method, params)
        : malformed(null, "id is missing, so nothing was done. Give each request an id.");
  }

  private static Message request(JsonNode id, String method, @Nullable JsonNode params) {
    if (params == null) {
      return new Request(id, method, StrictJson.MAPPER.createObjectNode());
    }
    return params instanceof ObjectNode object
        ? new Request(id, method, object)
        : new Malformed(
            id,
            Reply.failure(
                Reply.INVALID_PARAMS, "params must be an object. Leave it out if it is empty."));
  }

  private static boolean isFit(JsonNode id) {
    return id.isIntegralNumber()
        || (id.isString()
            && id.stringValue()
                .codePoints()
                .noneMatch(each -> Character.getType(each) == Character.SURROGATE));
  }

  private static Message malformed(@Nullable JsonNode id, String sentence) {
    return new Malformed(id, Reply.failure(Reply.INVALID_REQUEST, sentence));
  }
}
