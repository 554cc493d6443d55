package com.personalagentproxy.sandbox.http.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What is to be done about what came in. */
sealed interface Handling {

  /**
   * To answer this, with that status.
   *
   * @param body absent when there is nothing to say
   */
  record Answered(int status, @Nullable JsonNode body) implements Handling {

    static final Answered NOTHING = new Answered(202, null);

    static Answered refusing(@Nullable JsonNode id, Reply.Failure why) {
      return new Answered(400, why.to(id));
    }

    static Answered to(Message.Request request, Reply reply) {
      return new Answered(200, reply.to(request.id()));
    }

    /** Its status only: what a command printed may be secret, and must not reach a log (H1). */
    @Override
    public String toString() {
      return "Answered[" + status + "]";
    }
  }

  /** To answer this, and to say by which session's id the program's requests are known. */
  record Opening(Answered answer, String session) implements Handling {}

  /** To make this call of a tool, and to answer what comes of it to that id. */
  record Calling(JsonNode id, ToolRun run) implements Handling {}
}
