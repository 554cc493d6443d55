package com.personalagentproxy.sandbox.web.latency;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.UUID;

/**
 * Something that runs {@code true}.
 *
 * @param name as the table calls it
 * @param once runs it once, and fails if it can't
 */
record Contender(String name, Once once) {

  /** Runs it. */
  @FunctionalInterface
  interface Once {
    void run() throws Exception;
  }

  private static final Command TRUE = new Command("true", null, null, Duration.ofSeconds(60));

  /** A machine of a backend, which is made for it; deleting it is the caller's. */
  static Contender of(String name, MachineBackend backend) {
    MachineId machine = new MachineId(UUID.randomUUID());
    backend.make(machine, Generation.FIRST);
    return new Contender(
        name,
        () -> {
          Outcome outcome =
              backend.run(
                  machine,
                  Generation.FIRST,
                  TRUE,
                  (buffer, offset, length) -> {},
                  (buffer, offset, length) -> {});
          if (!outcome.equals(new Outcome.Exited(0))) {
            throw new IllegalStateException(name + ": " + outcome);
          }
        });
  }
}
