package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.Optional;
import java.util.UUID;

/** Names a sandbox for good. */
public record SandboxId(UUID value) {

  /** What the backend calls its machine. */
  public MachineId machine() {
    return new MachineId(value);
  }

  /** The id that a text spells out in full; empty if it spells none. */
  public static Optional<SandboxId> parse(String text) {
    return Text.id(text).map(SandboxId::new);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
