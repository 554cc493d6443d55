package com.personalagentproxy.sandbox.web.latency;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.web.Main;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code ./sandboxes serve} as a process, with the same options, so that what it uses is told. */
final class MeasuredServer implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);
  private static final Pattern LINK = Pattern.compile("http://\\S+/sign-in\\?code=\\S+");

  /** As in {@code ./sandboxes}. */
  private static final List<String> OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xms16m",
          "-Xmx256m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=30",
          "-XX:ReservedCodeCacheSize=48m",
          "-Xss512k",
          "-Dfile.encoding=UTF-8");

  private final Process process;
  private final URI url;
  private final URI signInLink;

  private MeasuredServer(Process process, URI url, URI signInLink) {
    this.process = process;
    this.url = url;
    this.signInLink = signInLink;
  }

  /** Comes back when it serves. */
  static MeasuredServer start(Path folder, DatabaseAddress database) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(OPTIONS);
    line.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "serve"));
    ProcessBuilder builder = new ProcessBuilder(line);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("SANDBOX_"));
    environment.put("SANDBOX_HOME", folder.resolve("home").toString());
    environment.put("SANDBOX_PORT", String.valueOf(port));
    environment.put("SANDBOX_BACKEND", "dev");
    environment.put("SANDBOX_PERSON_REQUESTS", "1000000000");
    environment.put("DATABASE_URL", text(database));
    Path log = folder.resolve("log");
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    long begun = System.nanoTime();
    Matcher link = LINK.matcher("");
    while (!link.find()) {
      if (!process.isAlive() || System.nanoTime() - begun > STARTS_WITHIN.toNanos()) {
        process.destroyForcibly();
        throw new IllegalStateException("The server didn't start: " + Files.readString(log));
      }
      LockSupport.parkNanos(50_000_000);
      link = LINK.matcher(Files.readString(log));
    }
    return new MeasuredServer(
        process, URI.create("http://127.0.0.1:" + port), URI.create(link.group()));
  }

  private static String text(DatabaseAddress database) {
    String place = database.url().replaceFirst("^jdbc:postgresql://", "");
    return "postgres://%s:%s@%s"
        .formatted(
            encoded(database.user()),
            encoded(database.password()),
            place.replaceFirst("\\?.*", ""));
  }

  private static String encoded(@Nullable String text) {
    return URLEncoder.encode(Optional.ofNullable(text).orElse(""), StandardCharsets.UTF_8);
  }

  URI url() {
    return url;
  }

  /** For the owner, once. */
  URI signInLink() {
    return signInLink;
  }

  /** How long processors have worked for it since it started. */
  Duration used() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().completeOnTimeout(process, 30, TimeUnit.SECONDS).join().destroyForcibly();
  }
}
