package com.personalagentproxy.sandbox.machine;

import java.util.UUID;

/** What a backend calls a machine: the sandbox's id. It never sees the sandbox's name (N1). */
public record MachineId(UUID value) {

  @Override
  public String toString() {
    return value.toString();
  }
}
