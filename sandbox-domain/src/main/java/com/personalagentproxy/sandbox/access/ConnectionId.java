package com.personalagentproxy.sandbox.access;

import java.util.UUID;

/** Names a connection for good; names may change, this doesn't. */
public record ConnectionId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
