package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The processes that bear a mark, and their descendants. Where there is no {@code /proc} only the
 * descendants of one process are found, as well as that goes.
 *
 * @param marked which limits on file locks are the mark
 * @param root where to start without {@code /proc}
 */
record Processes(LongPredicate marked, OptionalLong root) {

  private static final Path PROC = Path.of("/proc");
  private static final String LIMIT = "Max file locks";
  private static final String VARIABLE = "SANDBOX_MARK=";
  private static final Duration PAUSE = Duration.ofMillis(20);

  private record Seen(long parent, boolean alive, boolean marked) {}

  /** Those that are alive now. */
  List<ProcessHandle> alive() {
    if (!Files.exists(PROC.resolve("self/limits"))) {
      return root.stream().boxed().flatMap(Processes::treeOf).toList();
    }
    Map<Long, Seen> seen = seen();
    return seen.keySet().stream()
        .filter(pid -> isAlive(seen, pid) && belongs(seen, pid))
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .toList();
  }

  /** Asks all of them to end; whether none is left when the time is up. */
  boolean terminate(Duration patience) {
    alive().forEach(ProcessHandle::destroy);
    return awaitNone(patience, () -> {});
  }

  /**
   * Ends all of them, also those that are born meanwhile; whether none is left when the time is up.
   */
  boolean kill(Duration patience) {
    Runnable killing = () -> alive().forEach(ProcessHandle::destroyForcibly);
    killing.run();
    return awaitNone(patience, killing);
  }

  /** Whether it is alive, and not just waiting for its parent to ask how it ended. */
  static boolean runs(ProcessHandle process) {
    return process.isAlive()
        && look(PROC.resolve(Long.toString(process.pid())), limit -> false)
            .map(Seen::alive)
            .orElseGet(process::isAlive);
  }

  private boolean awaitNone(Duration patience, Runnable meanwhile) {
    long start = System.nanoTime();
    while (!alive().isEmpty()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        return false;
      }
      Pause.of(PAUSE);
      meanwhile.run();
    }
    return true;
  }

  private static Stream<ProcessHandle> treeOf(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .filter(ProcessHandle::isAlive);
  }

  private Map<Long, Seen> seen() {
    Map<Long, Seen> seen = new HashMap<>();
    try (DirectoryStream<Path> pids = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path pid : pids) {
        look(pid, marked)
            .ifPresent(found -> seen.put(Long.valueOf(pid.getFileName().toString()), found));
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      throw new IllegalStateException("The list of processes in /proc can't be read.", unreadable);
    }
    return seen;
  }

  /** Empty for a process that ended while it was looked at, or that isn't understood. */
  private static Optional<Seen> look(Path pid, LongPredicate marked) {
    try {
      String stat = Files.readString(pid.resolve("stat"), StandardCharsets.ISO_8859_1);
      // The name before it may have spaces and brackets of its own.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 3);
      boolean alive = !fields[0].equals("Z") && !fields[0].equals("X");
      return Optional.of(
          new Seen(Long.parseLong(fields[1]), alive, alive && isMarked(pid, marked)));
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException ended) {
      return Optional.empty();
    }
  }

  private static boolean isMarked(Path pid, LongPredicate marked) throws IOException {
    long[] limits =
        Files.readString(pid.resolve("limits"), StandardCharsets.ISO_8859_1)
            .lines()
            .filter(line -> line.startsWith(LIMIT))
            .flatMap(line -> Stream.of(line.substring(LIMIT.length()).trim().split(" +")).limit(2))
            .filter(limit -> !limit.equals("unlimited"))
            // Other programs' limits may be greater than any long; no mark is.
            .mapToLong(Long::parseUnsignedLong)
            .toArray();
    return LongStream.of(limits).anyMatch(marked)
        || (LongStream.of(limits).anyMatch(Mark::isNone) && says(pid, marked));
  }

  /** One that has lowered its limit has the mark in its environment yet, unless that went too. */
  private static boolean says(Path pid, LongPredicate marked) {
    try {
      return Stream.of(
              Files.readString(pid.resolve("environ"), StandardCharsets.ISO_8859_1).split("\0", -1))
          .filter(variable -> variable.matches(VARIABLE + "[0-9]{1,19}"))
          .mapToLong(variable -> Long.parseUnsignedLong(variable.substring(VARIABLE.length())))
          .anyMatch(marked);
    } catch (IOException anotherUsers) {
      return false;
    }
  }

  private static boolean isAlive(Map<Long, Seen> seen, Long pid) {
    Seen process = seen.get(pid);
    return process != null && process.alive();
  }

  private boolean belongs(Map<Long, Seen> seen, long pid) {
    Seen at = seen.get(pid);
    // No more steps than processes: numbers used anew while looking could make a ring.
    for (int step = 0; at != null && step < seen.size(); step++) {
      if (at.marked()) {
        return true;
      }
      at = seen.get(at.parent());
    }
    return false;
  }
}
