package com.personalagentproxy.sandbox.backend.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What is counted before and after many commands: in the machine, and in this process. */
record Footprint(long openFiles, long threads) {

  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /** Of this process, which a backend that isn't behind an address is in. */
  static Footprint ofThisProcess() throws IOException {
    if (!Files.isDirectory(OPEN_FILES)) {
      throw new CannotBeTried("This system doesn't tell which files a process has open.");
    }
    try (Stream<Path> files = Files.list(OPEN_FILES)) {
      return new Footprint(files.count(), Thread.getAllStackTraces().size());
    }
  }

  /** Fails where a machine has zombies; looks nowhere but where it sees no others' processes. */
  static void requireNoZombies(CheckedMachine machine) {
    if (machine.seesOnlyItself()) {
      machine
          .run(
              "cat /proc/[0-9]*/stat 2>/dev/null | while IFS= read -r process; do case $process in"
                  + " *') Z '*) echo zombie ;; esac; done; echo looked")
          .printed("looked\n");
    }
  }
}
