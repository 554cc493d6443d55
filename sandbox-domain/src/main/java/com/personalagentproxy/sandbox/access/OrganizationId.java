package com.personalagentproxy.sandbox.access;

import java.util.UUID;

/** Names an organization for good; names may change, this doesn't. */
public record OrganizationId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
