package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What this computer has of the programs that machines are started with. */
final class Programs {

  private static final List<String> FRESH = List.of("env", "--default-signal");
  private static final List<String> APART = List.of("setsid");
  private static final List<String> NOTHING = List.of("true");
  private static final int PATIENCE_SECONDS = 10;

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
      Process process =
          new ProcessBuilder(Stream.concat(line.stream(), more.stream()).toList())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      return ended && process.exitValue() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
