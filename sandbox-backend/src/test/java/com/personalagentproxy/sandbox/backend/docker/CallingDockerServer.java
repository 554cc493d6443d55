package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.UUID;

/**
 * A server in a process of its own that makes one kind of call again and again, until it is killed
 * in the middle of one.
 */
final class CallingDockerServer {

  /** What it calls. */
  enum Call {
    MAKE,
    WAKE,
    SLEEP,
    DELETE,
    RUN
  }

  /** What each of its machines keeps. */
  static final String KEPT = "kept";

  private final DockerMachines machines;
  private final MachineId machine = MachineBackendContract.unknown();
  private long generation;

  private CallingDockerServer(DockerMachines machines) {
    this.machines = machines;
  }

  /** Starts one; it says {@code calling} when it begins. */
  static Process start(String address, UUID installation, Call call) throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            CallingDockerServer.class.getName(),
            address,
            installation.toString(),
            call.name())
        .redirectError(Redirect.INHERIT)
        .start();
  }

  public static void main(String[] arguments) {
    CallingDockerServer server =
        new CallingDockerServer(
            DockerMachines.open(DockerAddress.parse(arguments[0]), UUID.fromString(arguments[1])));
    Call call = Call.valueOf(arguments[2]);
    server.prepare(call);
    System.out.println("calling");
    while (true) {
      server.call(call);
    }
  }

  private Generation next() {
    return new Generation(++generation);
  }

  private void prepare(Call call) {
    machines.make(machine, next());
    run(machine, generation);
    if (call == Call.WAKE) {
      machines.sleep(machine, next());
    }
  }

  private void call(Call call) {
    switch (call) {
      case MAKE -> made();
      case WAKE -> {
        machines.wake(machine, next());
        machines.sleep(machine, next());
      }
      case SLEEP -> {
        machines.sleep(machine, next());
        machines.wake(machine, next());
      }
      case DELETE -> machines.delete(made(), new Generation(2));
      case RUN -> run(machine, generation);
    }
  }

  private MachineId made() {
    MachineId another = MachineBackendContract.unknown();
    machines.make(another, Generation.FIRST);
    return another;
  }

  private void run(MachineId in, long at) {
    Command command =
        new Command("echo %s >file".formatted(KEPT), null, null, Duration.ofMinutes(1));
    Trial.of(machines, in, new Generation(at), command);
  }
}
