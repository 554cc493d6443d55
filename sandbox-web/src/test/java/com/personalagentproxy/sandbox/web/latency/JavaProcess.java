package com.personalagentproxy.sandbox.web.latency;

import java.io.IOException;
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
import java.util.stream.Stream;

/** A program of the tests as a process of its own, which tells something once it is ready. */
final class JavaProcess implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);

  private final Process process;
  private final Path log;
  private final String told;

  private JavaProcess(Process process, Path log, String told) {
    this.process = process;
    this.log = log;
    this.told = told;
  }

  /** What to start: the Java, its options, the class, and its arguments but for the last. */
  record Program(
      String java,
      List<String> options,
      Class<?> main,
      List<String> arguments,
      Map<String, String> environment) {

    Program {
      options = List.copyOf(options);
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }
  }

  /**
   * Starts one; comes back when it has told, in the file that is its last argument.
   *
   * @param folder for that file and the log; a new one for each
   */
  static JavaProcess start(Program program, Path folder) throws IOException {
    Path told = Files.createDirectories(folder).resolve("told");
    Path log = folder.resolve("log");
    List<String> line = new ArrayList<>();
    line.add(program.java());
    line.addAll(program.options());
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), program.main().getName()));
    line.addAll(program.arguments());
    line.add(told.toString());
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(name -> name.startsWith("SANDBOX_"));
    builder.environment().putAll(program.environment());
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    Process process = builder.start();
    long begun = System.nanoTime();
    while (!Files.exists(told)) {
      if (!process.isAlive() || System.nanoTime() - begun > STARTS_WITHIN.toNanos()) {
        process.destroyForcibly();
        throw new IllegalStateException("It didn't start: " + Files.readString(log));
      }
      LockSupport.parkNanos(20_000_000);
    }
    return new JavaProcess(process, log, Files.readString(told));
  }

  /** The Java that runs this. */
  static String thisJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  String told() {
    return told;
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  /** How long it has worked so far. */
  Duration worked() {
    return worked(process.toHandle());
  }

  /** How long PostgreSQL's processes have worked whose data is somewhere in that folder. */
  static Duration databaseWorked(Path folder) {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().command().filter(name -> name.endsWith("postgres")).isPresent())
        .filter(
            each ->
                each.info()
                    .commandLine()
                    .filter(line -> line.contains(folder.toString()))
                    .isPresent())
        .flatMap(postmaster -> Stream.concat(Stream.of(postmaster), postmaster.children()))
        .map(JavaProcess::worked)
        .reduce(Duration.ZERO, Duration::plus);
  }

  static Duration worked(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The most memory it ever had, in megabytes, as the system counts. */
  long mostMegabytes() throws IOException {
    return status("VmHWM") / 1024;
  }

  /** How many threads of the system it has. */
  long threads() throws IOException {
    return status("Threads");
  }

  private long status(String name) throws IOException {
    Pattern line = Pattern.compile(name + ":\\s*(\\d+).*");
    try (Stream<String> lines =
        Files.lines(Path.of("/proc", String.valueOf(process.pid()), "status"))) {
      Optional<Matcher> found = lines.map(line::matcher).filter(Matcher::matches).findFirst();
      return found.map(each -> Long.parseLong(each.group(1))).orElse(0L);
    }
  }

  long pid() {
    return process.pid();
  }

  /** Asks it to end, so that what it started ends too. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly().onExit().join();
      }
    } catch (InterruptedException stop) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
