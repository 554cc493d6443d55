package com.personalagentproxy.sandbox.task;

import java.util.UUID;

/** Names a task for good. */
public record TaskId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
