package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.StrictJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** What a request is answered with: a result, or an error of the protocol. */
sealed interface Reply {

  int PARSE_ERROR = -32700;
  int INVALID_REQUEST = -32600;
  int METHOD_NOT_FOUND = -32601;
  int INVALID_PARAMS = -32602;
  int INTERNAL_ERROR = -32603;
  int TOO_MANY_REQUESTS = -32000;
  int HEADER_MISMATCH = -32020;
  int UNSUPPORTED_REVISION = -32022;

  record Result(ObjectNode value) implements Reply {

    /** Nothing of it: what a command printed may be secret, and must not reach a log (H1). */
    @Override
    public String toString() {
      return "Result[]";
    }
  }

  /**
   * An error.
   *
   * @param message a sentence that says what to do next
   * @param data more for programs to read
   */
  record Failure(int code, String message, @Nullable ObjectNode data) implements Reply {}

  static Failure failure(int code, String message) {
    return new Failure(code, message, null);
  }

  /** The revision asked for isn't spoken here. */
  static Failure unsupported(String requested) {
    ObjectNode data = StrictJson.MAPPER.createObjectNode();
    Revision.dates().forEach(data.putArray("supported")::add);
    data.put("requested", requested);
    return new Failure(
        UNSUPPORTED_REVISION,
        "This revision of the protocol isn't spoken here. Use one of %s."
            .formatted(String.join(", ", Revision.dates())),
        data);
  }

  /**
   * As the answer to the request with that id.
   *
   * @param id absent when the request had none fit to answer to
   */
  default ObjectNode to(@Nullable JsonNode id) {
    ObjectNode answer = StrictJson.MAPPER.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", id == null ? NullNode.getInstance() : id);
    if (this instanceof Result result) {
      answer.set("result", result.value());
      return answer;
    }
    Failure failure = (Failure) this;
    ObjectNode error = answer.putObject("error");
    error.put("code", failure.code()).put("message", failure.message());
    if (failure.data() != null) {
      error.set("data", failure.data());
    }
    return answer;
  }
}
