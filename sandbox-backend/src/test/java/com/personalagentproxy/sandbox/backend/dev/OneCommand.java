package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server in a process of its own that runs one command, and says how it ended and how much it
 * printed.
 */
final class OneCommand {

  private OneCommand() {}

  /**
   * What such a server said.
   *
   * @param before what is put before it
   * @param options for Java
   * @param line what it runs
   */
  static String said(List<String> before, List<String> options, Path home, String line)
      throws IOException, InterruptedException {
    List<String> whole = new ArrayList<>(before);
    whole.add(ProcessHandle.current().info().command().orElseThrow());
    whole.addAll(options);
    whole.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            OneCommand.class.getName(),
            home.toString(),
            line));
    Process server =
        new ProcessBuilder(whole).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      String said = new String(server.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return server.waitFor(20, TimeUnit.SECONDS) ? said.strip() : "still there";
    } finally {
      server.destroyForcibly();
    }
  }

  public static void main(String[] arguments) throws IOException {
    try (DevMachines machines = TestMachines.open(Path.of(arguments[0]))) {
      MachineId machine = MachineBackendContract.unknown();
      machines.make(machine, Generation.FIRST);
      AtomicLong printed = new AtomicLong();
      Outcome outcome =
          machines.run(
              machine,
              Generation.FIRST,
              new Command(arguments[1], null, null, Duration.ofMinutes(2)),
              (bytes, offset, length) -> printed.addAndGet(length),
              (bytes, offset, length) -> printed.addAndGet(length));
      machines.delete(machine, new Generation(2));
      System.out.println(outcome + " after " + printed + " bytes");
    }
  }
}
