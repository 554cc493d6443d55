package com.personalagentproxy.sandbox.command;

import java.util.UUID;

/** Names one run of a command for good. */
public record CommandId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
