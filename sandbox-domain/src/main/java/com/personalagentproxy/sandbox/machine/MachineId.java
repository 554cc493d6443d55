package com.personalagentproxy.sandbox.machine;

import java.util.UUID;

/**
 * What a backend calls a machine: the sandbox's id. It never sees the sandbox's name (N1). Ids are
 * in the order of their text, which is that of their bytes and not {@link UUID#compareTo}'s.
 */
public record MachineId(UUID value) implements Comparable<MachineId> {

  @Override
  public int compareTo(MachineId other) {
    int upper =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return upper != 0
        ? upper
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
