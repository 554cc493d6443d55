package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.http.StrictJson;
import tools.jackson.databind.node.ObjectNode;

/** What a result has besides its own fields. */
sealed interface ResultForm {

  /** Nothing, in the revisions that begin with {@code initialize}. */
  record Plain() implements ResultForm {}

  /** Its type and who made it, where each request stands by itself. */
  record Typed(Identity server) implements ResultForm {}

  /** The result in this form. */
  default ObjectNode of(ObjectNode result) {
    if (!(this instanceof Typed typed)) {
      return result;
    }
    ObjectNode formed = StrictJson.MAPPER.createObjectNode().put("resultType", "complete");
    formed.setAll(result);
    formed.putObject("_meta").set(Meta.SERVER, typed.server().json());
    return formed;
  }

  /** Whether a caller that closes the stream of an answer thereby cancels what it asked for. */
  default boolean endsWithItsStream() {
    return this instanceof Typed;
  }
}
