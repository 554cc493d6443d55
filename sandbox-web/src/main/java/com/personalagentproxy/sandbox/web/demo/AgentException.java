package com.personalagentproxy.sandbox.web.demo;

import java.io.Serial;

/** A call got no answer that can be read. The message is a sentence for a person. */
final class AgentException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final boolean away;

  private AgentException(String sentence, boolean away) {
    super(sentence);
    this.away = away;
  }

  /** Nobody answers: further calls are pointless. */
  static AgentException away(String sentence) {
    return new AgentException(sentence, true);
  }

  /** There was an answer, and it was not the one to this call. */
  static AgentException unfit(String sentence) {
    return new AgentException(sentence, false);
  }

  boolean isAway() {
    return away;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
