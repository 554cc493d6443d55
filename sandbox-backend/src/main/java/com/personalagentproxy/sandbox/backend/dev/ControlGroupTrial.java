package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out, by really running into a limit, which control groups hold here. */
final class ControlGroupTrial {

  private static final Path OWN = Path.of("/proc/self/cgroup");
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int FEW = 1;
  private static final int MANY = 1024;
  private static final long LITTLE = 16L << 20;
  private static final String TRIAL = "trial";
  private static final String SERVER = "sandboxes-server";
  private static final String PROCESSES = "cgroup.procs";
  private static final String CHILDREN = "cgroup.subtree_control";

  /** Needs one more process. */
  private static final String FORKS = "/bin/true; exit 0";

  /** Needs 64 MiB. */
  private static final String GROWS = "head -c 67108864 /dev/zero | tail -c 67108864 >/dev/null";

  private final String name;

  /**
   * @param name of the group that all machines' groups are in, which no other server may use
   */
  ControlGroupTrial(String name) {
    this.name = name;
  }

  /** Those that hold; none where nothing does. */
  ControlGroups best() throws IOException {
    if (!Files.isReadable(OWN)) {
      return ControlGroups.NONE;
    }
    ProcessGroups own = ProcessGroups.own();
    Path processes = parent(own, "pids");
    Path memory = parent(own, "memory");
    ControlGroups found = new ControlGroups(processes, memory);
    found.sweep();
    ControlGroups held =
        new ControlGroups(
            processes != null && holdsProcesses(new ControlGroups(processes, null))
                ? processes
                : null,
            memory != null && holdsMemory(new ControlGroups(null, memory)) ? memory : null);
    if (!held.limitProcesses() && !held.limitMemory()) {
      found.remove();
    }
    return held;
  }

  /** Removes what a server that was killed left of groups under that name. */
  void removeLeft() throws IOException {
    if (!Files.isReadable(OWN)) {
      return;
    }
    ProcessGroups own = ProcessGroups.own();
    Stream.of(
            own.ofFirst("pids"),
            own.ofFirst("memory"),
            own.ofSecond().map(ControlGroupTrial::besideServer))
        .flatMap(Optional::stream)
        .map(parent -> parent.resolve(name))
        .filter(Files::isDirectory)
        .forEach(group -> new ControlGroups(group, null).remove());
  }

  private @Nullable Path parent(ProcessGroups own, String controller) {
    try {
      Optional<Path> first = own.ofFirst(controller);
      if (first.isPresent()) {
        return made(first.get());
      }
      Optional<Path> second = own.ofSecond();
      return second.isPresent() ? ofSecond(second.get(), controller) : null;
    } catch (IOException notAllowed) {
      return null;
    }
  }

  private Path made(Path group) throws IOException {
    Path folder = group.resolve(name);
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder);
    }
    return folder;
  }

  /** In the second version a group that has processes of its own can't have groups that limit. */
  private Path ofSecond(Path own, String controller) throws IOException {
    Path group = besideServer(own);
    if (!offers(group, controller)) {
      if (!own.endsWith(SERVER) && isOurs(group)) {
        moveAside(group);
      }
      write(group.resolve(CHILDREN), "+" + controller);
    }
    Path folder = made(group);
    write(folder.resolve(CHILDREN), "+" + controller);
    return folder;
  }

  private static Path besideServer(Path own) {
    return own.endsWith(SERVER) ? own.resolveSibling(".").normalize() : own;
  }

  private static boolean offers(Path group, String controller) throws IOException {
    return List.of(Files.readString(group.resolve(CHILDREN)).strip().split(" ", -1))
        .contains(controller);
  }

  /** Whether what started the server has left the group to it, as systemd says it. */
  private static boolean isOurs(Path group) throws IOException {
    UserDefinedFileAttributeView attributes =
        Files.getFileAttributeView(group, UserDefinedFileAttributeView.class);
    if (attributes == null || !attributes.list().contains("delegate")) {
      return false;
    }
    ByteBuffer value = ByteBuffer.allocate(attributes.size("delegate"));
    attributes.read("delegate", value);
    return new String(value.array(), StandardCharsets.US_ASCII).startsWith("1");
  }

  private static void moveAside(Path group) throws IOException {
    Path aside = group.resolve(SERVER);
    if (!Files.isDirectory(aside)) {
      Files.createDirectory(aside);
    }
    for (String process : Files.readAllLines(group.resolve(PROCESSES))) {
      write(aside.resolve(PROCESSES), process);
    }
  }

  private static boolean holdsProcesses(ControlGroups groups) throws IOException {
    return succeeds(groups.make(TRIAL, MANY, LITTLE), FORKS)
        && !succeeds(groups.make(TRIAL, FEW, LITTLE), FORKS);
  }

  private static boolean holdsMemory(ControlGroups groups) throws IOException {
    return succeeds(groups.make(TRIAL, MANY, LITTLE), FORKS)
        && !succeeds(groups.make(TRIAL, MANY, LITTLE), GROWS);
  }

  private static boolean succeeds(MachineGroup group, String script) throws IOException {
    List<String> line = new ArrayList<>(group.entry());
    line.addAll(List.of("/bin/sh", "-c", script));
    try {
      return Programs.isSuccess(Programs.run(line, PATIENCE));
    } finally {
      group.remove();
    }
  }

  /** The kernel takes one write for all of it. */
  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.US_ASCII));
  }
}
