package com.personalagentproxy.sandbox.access;

import java.util.UUID;

/** Names an agent for good; names may change, this doesn't. */
public record AgentId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
