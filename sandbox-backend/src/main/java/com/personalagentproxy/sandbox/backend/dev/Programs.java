package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What this computer has of the programs that machines are started with. */
final class Programs {

  private static final List<String> FRESH = List.of("env", "--default-signal");
  private static final List<String> APART = List.of("setsid");
  private static final List<String> NOTHING = List.of("true");
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Programs() {}

  /**
   * The shell for the runner: bash where there is one, since others tell less of how a child ended.
   */
  static String shell() {
    return Files.isExecutable(Path.of("/bin/bash")) ? "/bin/bash" : "/bin/sh";
  }

  /**
   * What is put before a program so that it is deaf to no signal, as it would be if a shell had
   * started the server in the background; nothing where there is no such program.
   */
  static List<String> fresh() {
    return succeed(FRESH, NOTHING) ? FRESH : List.of();
  }

  /** What is put before a program so that the server's terminal doesn't interrupt it. */
  static List<String> apart() {
    return succeed(APART, NOTHING) ? APART : List.of();
  }

  /** Whether a program with these arguments is there, ends soon and says that all is well. */
  static boolean succeed(List<String> line, List<String> more) {
    try {
      return isSuccess(run(Stream.concat(line.stream(), more.stream()).toList(), PATIENCE));
    } catch (IOException missingOrInterrupted) {
      return false;
    }
  }

  /** Whether a program ended in time and said that all is well. */
  static boolean isSuccess(OptionalInt code) {
    return code.orElse(1) == 0;
  }

  /** Runs a program whose output nobody wants. */
  static OptionalInt run(List<String> line, Duration patience) throws IOException {
    return run(
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(Redirect.DISCARD),
        patience);
  }

  /**
   * Runs a program.
   *
   * @return its code; empty if it took longer, and was ended with all that it started
   * @throws IOException if there is no such program
   * @throws Trouble if the thread is interrupted, which it stays; the program was ended
   */
  static OptionalInt run(ProcessBuilder program, Duration patience) throws IOException {
    Process process = program.start();
    try {
      if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return OptionalInt.of(process.exitValue());
      }
      end(process);
      return OptionalInt.empty();
    } catch (InterruptedException interrupted) {
      end(process);
      Thread.currentThread().interrupt();
      throw new Trouble(
          "Interrupted while %s ran.".formatted(Path.of(program.command().get(0)).getFileName()),
          interrupted);
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
