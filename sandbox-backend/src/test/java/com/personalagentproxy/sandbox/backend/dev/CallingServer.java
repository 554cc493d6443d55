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

/**
 * A server that makes one kind of call again and again, until it is killed in the middle of one.
 */
final class CallingServer {

  /** What it calls. */
  enum Call {
    MAKE,
    SLEEP_AND_WAKE,
    DELETE,
    RUN,
    TIME_OUT
  }

  /** What each of its machines keeps. */
  static final String KEPT = "kept";

  private static final String LEFT_BEHIND =
      "echo %s >file; (trap '' TERM HUP; setsid sleep 600 >/dev/null 2>&1 &)".formatted(KEPT);

  private final DevMachines machines;

  private CallingServer(DevMachines machines) {
    this.machines = machines;
  }

  /** Starts one in a process of its own; it says {@code calling} when it begins. */
  static Process start(Path home, boolean jailed, Call call) throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            CallingServer.class.getName(),
            home.toString(),
            Boolean.toString(jailed),
            call.name())
        .redirectError(Redirect.INHERIT)
        .start();
  }

  public static void main(String[] arguments) {
    CallingServer server =
        new CallingServer(
            TestMachines.open(Path.of(arguments[0]), Boolean.parseBoolean(arguments[1])));
    MachineId machine = server.made();
    System.out.println("calling");
    for (long generation = 1; ; generation += 2) {
      server.call(Call.valueOf(arguments[2]), machine, generation);
    }
  }

  private void call(Call call, MachineId machine, long generation) {
    switch (call) {
      case MAKE -> made();
      case SLEEP_AND_WAKE -> {
        machines.sleep(machine, new Generation(generation));
        machines.wake(machine, new Generation(generation + 1));
      }
      case DELETE -> machines.delete(made(), new Generation(2));
      case RUN -> run(machine, LEFT_BEHIND, 10);
      case TIME_OUT -> run(machine, "trap '' TERM; while :; do sleep 600; done", 1);
    }
  }

  private MachineId made() {
    MachineId machine = MachineBackendContract.unknown();
    machines.make(machine, Generation.FIRST);
    run(machine, LEFT_BEHIND, 10);
    return machine;
  }

  private void run(MachineId machine, String line, int seconds) {
    Trial.of(
        machines,
        machine,
        Generation.FIRST,
        new Command(line, null, null, Duration.ofSeconds(seconds)));
  }
}
