package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Numbers a machine's commands and makes their named pipes, some ahead, since that takes a process
 * of its own.
 */
final class PipeMaker {

  private static final int AHEAD = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path folder;
  private final String program;
  private final Duration patience;
  private long taken;
  private long made;

  PipeMaker(Path folder) {
    this(folder, "mkfifo", PATIENCE);
  }

  /**
   * @param program what makes them
   * @param patience for how long it may take
   */
  PipeMaker(Path folder, String program, Duration patience) {
    this.folder = folder;
    this.program = program;
    this.patience = patience;
  }

  /** The pipes of the next command, which are numbered from 1. */
  synchronized long next() throws IOException {
    if (taken == made) {
      make();
    }
    return ++taken;
  }

  private void make() throws IOException {
    List<String> line = new ArrayList<>(List.of(program, "-m", "666"));
    for (long number = made + 1; number <= made + AHEAD; number++) {
      for (String name : List.of(number + ".in", number + ".out", number + ".err")) {
        // Left from a try that failed halfway.
        Files.deleteIfExists(folder.resolve(name));
        line.add(name);
      }
    }
    OptionalInt code =
        Programs.run(
            new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD),
            patience);
    if (code.isEmpty()) {
      throw new Trouble("Its pipes can't be made in time. Look whether the server is overloaded.");
    }
    if (!Programs.isSuccess(code)) {
      throw new Trouble(
          "Its pipes can't be made. Look whether the server's disk is full or read-only.");
    }
    made += AHEAD;
  }
}
