package com.personalagentproxy.sandbox.web.race;

import com.personalagentproxy.sandbox.web.server.RacingServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One of the racing servers: started, killed, and started again. Safe for use by many threads. */
final class ServerProcess implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  private final Path folder;
  private final String databaseUrl;
  private final int hall;
  private int starts;
  private @Nullable Process process;
  private volatile @Nullable URI url;

  ServerProcess(Path folder, String databaseUrl, int hall) {
    this.folder = folder;
    this.databaseUrl = databaseUrl;
    this.hall = hall;
  }

  /** Where it is reached; absent while it is down. */
  @Nullable URI url() {
    return url;
  }

  /** Comes back when it answers. */
  synchronized void start() throws IOException {
    starts++;
    Path address = folder.resolve("address-" + starts);
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                RacingServer.class.getName(),
                String.valueOf(hall),
                address.toString()));
    builder.environment().put("SANDBOX_HOME", folder.resolve("home").toString());
    builder.environment().put("SANDBOX_PORT", "0");
    builder.environment().put("SANDBOX_BACKEND", "http://hall");
    builder.environment().put("DATABASE_URL", databaseUrl);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    Process started = builder.start();
    process = started;
    long begun = System.nanoTime();
    while (!Files.exists(address)) {
      if (!started.isAlive() || System.nanoTime() - begun > STARTS_WITHIN.toNanos()) {
        throw new IllegalStateException(
            "A server didn't start. Its log: " + Files.readString(folder.resolve("log")));
      }
      LockSupport.parkNanos(20_000_000);
    }
    url = URI.create(Files.readString(address));
  }

  /** As by {@code kill -9}. */
  synchronized void kill() {
    url = null;
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  /** What it wrote to its log. */
  String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  @Override
  public void close() {
    kill();
  }
}
