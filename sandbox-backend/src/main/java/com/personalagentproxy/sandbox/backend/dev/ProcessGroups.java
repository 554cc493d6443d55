package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a process is among the kernel's control groups, of the first version and of the second.
 *
 * @param groups the lines of {@code /proc/PID/cgroup}
 * @param mounts the lines of {@code /proc/PID/mountinfo}
 */
record ProcessGroups(List<String> groups, List<String> mounts) {

  private static final Path SELF = Path.of("/proc/self");

  /** The parts of a line: its root in the hierarchy, where it is mounted, kind, options. */
  private static final Pattern MOUNT =
      Pattern.compile("\\d+ \\d+ \\S+ (\\S+) (\\S+) .* - (cgroup2?) \\S+ (\\S+)");

  private static final Pattern GROUP = Pattern.compile("\\d+:([^:]*):(.*)");

  ProcessGroups {
    groups = List.copyOf(groups);
    mounts = List.copyOf(mounts);
  }

  /** This process's. */
  static ProcessGroups own() throws IOException {
    return new ProcessGroups(
        Files.readAllLines(SELF.resolve("cgroup"), StandardCharsets.ISO_8859_1),
        Files.readAllLines(SELF.resolve("mountinfo"), StandardCharsets.ISO_8859_1));
  }

  /** Its folder in the hierarchy of the first version that has the controller. */
  Optional<Path> ofFirst(String controller) {
    return folder(
        it -> it.group(3).equals("cgroup") && isIn(it.group(4), controller),
        it -> isIn(it.group(1), controller));
  }

  /** Its folder in the one hierarchy of the second version, whose line names no controller. */
  Optional<Path> ofSecond() {
    return folder(it -> it.group(3).equals("cgroup2"), it -> it.group(1).isEmpty());
  }

  private Optional<Path> folder(Predicate<Matcher> mounted, Predicate<Matcher> listed) {
    return groups.stream()
        .map(GROUP::matcher)
        .filter(Matcher::matches)
        .filter(listed)
        .map(it -> it.group(2))
        .findFirst()
        .flatMap(
            path ->
                mounts.stream()
                    .map(MOUNT::matcher)
                    .filter(Matcher::matches)
                    .filter(mounted)
                    .map(it -> below(it.group(1), it.group(2), path))
                    .findFirst());
  }

  private static boolean isIn(String list, String name) {
    return List.of(list.split(",", -1)).contains(name);
  }

  /** What is mounted may begin further down than the hierarchy does. */
  private static Path below(String root, String mounted, String path) {
    String rest = path.startsWith(root) ? path.substring(root.length()) : "";
    return Path.of(mounted + "/" + rest).normalize();
  }
}
