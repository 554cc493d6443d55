package com.personalagentproxy.sandbox.web.documentation.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.Main;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder in which commands are pasted into a shell, one after the other. {@code ./sandboxes} is
 * there, and runs what has been compiled; servers that a command starts run until the next is
 * started, or the end.
 */
final class PastedCommands implements AutoCloseable {

  /** What stands for a secret on the pages is this. */
  static final String TOKEN = "a-token-for-trying-out";

  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);

  private final Path folder;
  private final int port;
  private final int servicePort;
  private @Nullable Running server;
  private @Nullable Running service;

  /** A program that goes on, and where it prints. */
  private record Running(Process process, Path log) {

    String output() throws IOException {
      return Files.readString(log);
    }
  }

  /**
   * In that folder, which is new.
   *
   * @param programs where PostgreSQL is unpacked if it isn't there yet, since that takes a while
   */
  PastedCommands(Path folder, Path programs) throws IOException {
    this.folder = folder;
    Files.createSymbolicLink(
        Files.createDirectory(folder.resolve("home")).resolve("postgres-programs"), programs);
    try (ServerSocket one = new ServerSocket(0);
        ServerSocket other = new ServerSocket(0)) {
      port = one.getLocalPort();
      servicePort = other.getLocalPort();
    }
    program(
        "sandboxes",
        "exec \"$TRIED_JAVA\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \"$TRIED_CLASSES\" "
            + Main.class.getName()
            + " \"$@\"");
    Files.createDirectory(folder.resolve("bin"));
    program("bin/claude", "printf '%s\\n' \"$@\" > claude-was-told");
    Files.writeString(folder.resolve("secret"), "a secret of the provider");
  }

  private void program(String name, String line) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Runs one until it has ended well; of a server, until it says that it serves. */
  void paste(String command) throws IOException, InterruptedException {
    if (command.contains("sbx_agent_…") && server == null) {
      paste("./sandboxes serve");
    }
    String here = here(command);
    if (here.contains("./sandboxes backend serve")) {
      stop(service);
      service = started(here, "./sandboxes serve");
    } else if (here.contains("./sandboxes serve")) {
      stop(server);
      server = started(here, "Sandboxes is running at");
    } else {
      if (here.contains("127.0.0.1:" + servicePort) && service == null) {
        paste("SANDBOX_BACKEND_TOKEN=… ./sandboxes backend serve --backend dev --port 9000");
      }
      run(here);
    }
  }

  /** What the command of a client was told, an argument each; what the page shows is filled in. */
  List<String> claudeWasTold() throws IOException {
    return Files.readAllLines(folder.resolve("claude-was-told"));
  }

  /** The page's example names become what there is here. */
  private String here(String command) throws IOException {
    String told =
        server != null && command.contains("sbx_agent_…")
            ? command.replace("sbx_agent_…", token(server.output()))
            : command;
    String here =
        told.replace("TOKEN=…", "TOKEN=" + TOKEN)
            .replace("CLIENT_ID=…", "CLIENT_ID=tried")
            .replace("docker:///var/run/docker.sock", engine())
            .replace("/run/secrets/openid", folder.resolve("secret").toString())
            .replace("127.0.0.1:7263", "127.0.0.1:" + port)
            .replace("https://machines.example.com", "http://127.0.0.1:" + servicePort)
            .replace(":9000", ":" + servicePort)
            .replace("--port 9000", "--port " + servicePort)
            .replace("sign-in NAME", "sign-in '" + System.getProperty("user.name") + "'")
            .replace("NAME", "Another");
    // All checks of a backend take minutes, and are another test's.
    return here.contains("backend check") && !here.contains("--only") && !here.contains("--list")
        ? here + " --only tells."
        : here;
  }

  /** The tests' engine, if there is one; a server starts without, too. */
  private static String engine() {
    String host = Optional.ofNullable(System.getenv("DOCKER_HOST")).orElse("");
    return host.startsWith("unix://")
        ? host.replaceFirst("unix", "docker")
        : "docker:///var/run/docker.sock";
  }

  private static String token(String greeting) {
    Matcher token = Pattern.compile("sbx_agent_[0-9A-Za-z_-]+").matcher(greeting);
    assertThat(token.find()).as(greeting).isTrue();
    return token.group();
  }

  private Running started(String command, String sign) throws IOException {
    Path log = Files.createTempFile(folder, "log", null);
    Running running = new Running(shell("exec env " + command, log).start(), log);
    long since = System.nanoTime();
    while (!running.output().contains(sign)) {
      if (!running.process().isAlive() || System.nanoTime() - since > STARTS_WITHIN.toNanos()) {
        end(running);
        throw new AssertionError("“%s” doesn't serve: %s".formatted(command, running.output()));
      }
      LockSupport.parkNanos(20_000_000);
    }
    return running;
  }

  private void run(String command) throws IOException, InterruptedException {
    Path log = Files.createTempFile(folder, "log", null);
    Process process = shell(command, log).start();
    try {
      assertThat(process.waitFor(180, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
      assertThat(process.exitValue()).as("%s: %s", command, Files.readString(log)).isZero();
    } finally {
      end(new Running(process, log));
    }
  }

  private ProcessBuilder shell(String command, Path log) {
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
    Map<String, String> environment = shell.environment();
    environment
        .keySet()
        .removeIf(name -> name.startsWith("SANDBOX_") || name.equals("DATABASE_URL"));
    environment.put("SANDBOX_HOME", folder.resolve("home").toString());
    environment.put("SANDBOX_PORT", String.valueOf(port));
    environment.put("SANDBOX_BACKEND_TOKEN", TOKEN);
    environment.put(
        "TRIED_JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    environment.put("TRIED_CLASSES", System.getProperty("java.class.path"));
    environment.merge("PATH", folder.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    return shell.redirectErrorStream(true).redirectOutput(log.toFile());
  }

  private static void stop(@Nullable Running running) {
    if (running != null) {
      // It stops its database itself.
      running.process().destroy();
      Process ended =
          running
              .process()
              .onExit()
              .completeOnTimeout(running.process(), 60, TimeUnit.SECONDS)
              .join();
      assertThat(ended.isAlive()).as("It ends when it is told to.").isFalse();
      end(running);
    }
  }

  private static void end(Running running) {
    running.process().descendants().forEach(ProcessHandle::destroyForcibly);
    running.process().destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    stop(server);
    stop(service);
  }
}
