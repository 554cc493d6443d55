package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A server that has a machine with processes in it, says which, and waits to be killed. */
final class DoomedServer {

  private static final String STAYS = "(trap '' TERM HUP; setsid sleep 600 >/dev/null 2>&1 &)";

  private DoomedServer() {}

  /** Starts one in a process of its own. */
  static Process start(Path home, boolean jailed, Redirect complaints) throws IOException {
    return start(home, jailed, STAYS, complaints);
  }

  /**
   * @param line what it runs in its machine
   */
  static Process start(Path home, boolean jailed, String line, Redirect complaints)
      throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            DoomedServer.class.getName(),
            home.toString(),
            Boolean.toString(jailed),
            line)
        .redirectError(complaints)
        .start();
  }

  public static void main(String[] arguments) throws InterruptedException {
    DevMachines machines =
        TestMachines.open(Path.of(arguments[0]), Boolean.parseBoolean(arguments[1]));
    MachineId machine = MachineBackendContract.unknown();
    machines.make(machine, Generation.FIRST);
    Trial.of(
        machines,
        machine,
        Generation.FIRST,
        new Command(arguments[2], null, null, Duration.ofSeconds(10)));
    System.out.println(machine);
    new CountDownLatch(1).await();
  }
}
