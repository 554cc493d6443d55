package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.UUID;

/** A server in a process of its own that runs a command in a machine, and waits to be killed. */
final class DoomedDockerServer {

  private DoomedDockerServer() {}

  static Process start(String address, UUID installation, MachineId machine, String line)
      throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            DoomedDockerServer.class.getName(),
            address,
            installation.toString(),
            machine.toString(),
            line)
        .redirectError(Redirect.INHERIT)
        .redirectOutput(Redirect.DISCARD)
        .start();
  }

  public static void main(String[] arguments) {
    DockerMachines machines =
        DockerMachines.open(DockerAddress.parse(arguments[0]), UUID.fromString(arguments[1]));
    MachineId machine = new MachineId(UUID.fromString(arguments[2]));
    Trial.of(
        machines,
        machine,
        Generation.FIRST,
        new Command(arguments[3], null, null, Duration.ofMinutes(2)));
  }
}
