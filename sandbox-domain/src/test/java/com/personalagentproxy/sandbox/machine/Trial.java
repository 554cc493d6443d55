package com.personalagentproxy.sandbox.machine;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What came of a command: its outcome, all it printed, and how long the call took. */
public record Trial(
    Outcome outcome, ByteArrayOutputStream stdout, ByteArrayOutputStream stderr, Duration took) {

  /** Runs it and keeps all it prints. */
  public static Trial of(
      MachineBackend backend, MachineId machine, Generation generation, Command command) {
    ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    long start = System.nanoTime();
    Outcome outcome = backend.run(machine, generation, command, stdout::write, stderr::write);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new Trial(outcome, stdout, stderr, took);
  }

  public String text() {
    return stdout.toString(StandardCharsets.UTF_8);
  }

  public String errors() {
    return stderr.toString(StandardCharsets.UTF_8);
  }
}
