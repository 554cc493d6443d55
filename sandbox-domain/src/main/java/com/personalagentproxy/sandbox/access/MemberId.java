package com.personalagentproxy.sandbox.access;

import java.util.UUID;

/** Names a member of an organization for good; names may change, this doesn't. */
public record MemberId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
