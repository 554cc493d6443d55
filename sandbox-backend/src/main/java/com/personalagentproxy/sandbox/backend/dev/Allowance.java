package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one machine may use at most.
 *
 * @param processes and threads
 * @param memory in bytes
 * @param file how much a file may have, in KiB
 * @param openFiles of a process
 */
record Allowance(int processes, long memory, long file, int openFiles) {

  static final long GIBIBYTE = 1L << 30;
  private static final int KIBIBYTE = 1024;

  private static final int PROCESSES = 1024;
  private static final long FILE = 8 * GIBIBYTE / KIBIBYTE;
  private static final int OPEN_FILES = 4096;
  private static final int MACHINES_THAT_FILL_MEMORY = 4;

  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Pattern TOTAL = Pattern.compile("MemTotal: +(\\d{1,15}) kB");

  /** What machines have here: of memory a quarter of this computer's, and 1 GiB at least. */
  static Allowance usual() throws IOException {
    long quarter = total() * KIBIBYTE / MACHINES_THAT_FILL_MEMORY;
    return new Allowance(PROCESSES, Math.max(GIBIBYTE, quarter), FILE, OPEN_FILES);
  }

  private static long total() throws IOException {
    if (!Files.isReadable(MEMORY)) {
      return 0;
    }
    return Files.readAllLines(MEMORY, StandardCharsets.US_ASCII).stream()
        .map(TOTAL::matcher)
        .filter(Matcher::matches)
        .mapToLong(it -> Long.parseLong(it.group(1)))
        .findFirst()
        .orElse(0);
  }
}
