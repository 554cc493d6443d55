package com.personalagentproxy.sandbox.web.protocol;

import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.web.Main;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@code ./sandboxes backend serve --backend dev} as a process: started, killed, started again. */
final class ServiceProcess implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);

  /** The host name that a proxy before it is called by. */
  static final String PROXY = "machines.example.com";

  final int port;
  private final Path folder;
  private final List<String> options;
  private int starts;
  private Process process;

  ServiceProcess(Path folder, String... options) throws IOException {
    this.folder = folder;
    this.options = List.of(options);
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    process = started();
  }

  /** Comes back when it says that it offers machines. */
  private Process started() throws IOException {
    starts++;
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1"));
    line.addAll(options);
    line.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "backend",
            "serve",
            "--backend",
            "dev",
            "--port",
            String.valueOf(port),
            "--name",
            PROXY));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("SANDBOX_"));
    builder.environment().put("SANDBOX_HOME", folder.resolve("home").toString());
    builder.environment().put("SANDBOX_BACKEND_TOKEN", OfferedMachines.TOKEN);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.to(log().toFile()));
    Process begun = builder.start();
    long since = System.nanoTime();
    while (!output().contains("./sandboxes serve")) {
      if (!begun.isAlive() || System.nanoTime() - since > STARTS_WITHIN.toNanos()) {
        begun.destroyForcibly();
        throw new IllegalStateException("The service didn't start: " + output());
      }
      LockSupport.parkNanos(20_000_000);
    }
    return begun;
  }

  private Path log() {
    return folder.resolve("log-" + starts);
  }

  /** All it has said since it was started last. */
  String output() throws IOException {
    return Files.exists(log()) ? Files.readString(log()) : "";
  }

  ProtocolMachines machines() {
    return ProtocolMachines.open(
        OfferedMachines.address(port), OfferedMachines.TOKEN, OfferedMachines.INSTALLATION);
  }

  long pid() {
    return process.pid();
  }

  /** As by {@code kill -9}. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  void startAgain() throws IOException {
    process = started();
  }

  /** Asks it to end; the exit code, once it has. */
  int stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("The service doesn't end.");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    kill();
  }
}
