package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The control groups that all of one machine's processes are in, as long as it is awake; none where
 * there are none here.
 *
 * @param folders a folder of the kernel's for each
 */
record MachineGroup(List<Path> folders) {

  /** Joins the groups before the first {@code --} and becomes the program after it. */
  private static final String JOIN =
      "while [ \"$1\" != -- ]; do echo $$ >\"$1/cgroup.procs\" || exit 125; shift; done; shift; exec \"$@\"";

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(10);

  MachineGroup {
    folders = List.copyOf(folders);
  }

  /** What the machine's first program has before it. */
  List<String> entry() {
    if (folders.isEmpty()) {
      return List.of();
    }
    List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", JOIN, "group"));
    folders.forEach(folder -> line.add(folder.toString()));
    line.add("--");
    return line;
  }

  /** Lets no process be born in it any more, so that nothing outruns its end. */
  void close() {
    for (Path folder : folders) {
      writeIfThere(folder.resolve("pids.max"), "0");
      writeIfThere(folder.resolve("cgroup.kill"), "1");
    }
  }

  /**
   * Removes it when all in it has ended. One that can't be removed is when the folder is opened.
   */
  void remove() {
    folders.forEach(MachineGroup::remove);
  }

  /** The kernel lets go of those that ended a moment later. */
  static void remove(Path folder) {
    long start = System.nanoTime();
    while (!isRemoved(folder) && System.nanoTime() - start < PATIENCE.toNanos()) {
      Pause.of(PAUSE);
    }
  }

  private static boolean isRemoved(Path folder) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException busy) {
      return false;
    }
  }

  private static void writeIfThere(Path file, String text) {
    try {
      if (Files.exists(file)) {
        Files.writeString(file, text, StandardCharsets.US_ASCII);
      }
    } catch (IOException leftToTheOtherWays) {
      // Processes are ended one by one as well.
    }
  }
}
