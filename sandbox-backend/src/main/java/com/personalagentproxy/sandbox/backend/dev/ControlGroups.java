package com.personalagentproxy.sandbox.backend.dev;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the kernel's control groups limit here how many processes a machine has and how much memory
 * they use. Each machine gets a group of its own, below the group that the server is in.
 *
 * @param processes the folder for groups that limit processes; absent where that doesn't work
 * @param memory the folder for groups that limit memory, often the same
 */
record ControlGroups(@Nullable Path processes, @Nullable Path memory) {

  static final ControlGroups NONE = new ControlGroups(null, null);

  private static final String PROCESSES_LIMIT = "pids.max";

  /** Of the first version and of the second. */
  private static final List<String> MEMORY_LIMITS = List.of("memory.limit_in_bytes", "memory.max");

  private static final String SWAP_LIMIT_OF_FIRST = "memory.memsw.limit_in_bytes";
  private static final String SWAP_LIMIT_OF_SECOND = "memory.swap.max";

  boolean limitProcesses() {
    return processes != null;
  }

  boolean limitMemory() {
    return memory != null;
  }

  /**
   * Makes a machine's group.
   *
   * @param count how many processes and threads it may have
   * @param bytes how much memory they may use
   */
  MachineGroup make(String name, int count, long bytes) throws IOException {
    List<Path> folders = new ArrayList<>();
    for (Path parent : folders()) {
      Path folder = parent.resolve(name);
      // One left by a server that was killed has old limits at worst.
      Files.createDirectories(folder);
      folders.add(folder);
    }
    if (processes != null) {
      write(processes.resolve(name).resolve(PROCESSES_LIMIT), Integer.toString(count));
    }
    if (memory != null) {
      limitMemory(memory.resolve(name), bytes);
    }
    return new MachineGroup(folders);
  }

  private static void limitMemory(Path folder, long bytes) throws IOException {
    for (String limit : MEMORY_LIMITS) {
      if (Files.exists(folder.resolve(limit))) {
        write(folder.resolve(limit), Long.toString(bytes));
      }
    }
    // Never lower than the other, so after it.
    if (Files.exists(folder.resolve(SWAP_LIMIT_OF_FIRST))) {
      write(folder.resolve(SWAP_LIMIT_OF_FIRST), Long.toString(bytes));
    }
    if (Files.exists(folder.resolve(SWAP_LIMIT_OF_SECOND))) {
      write(folder.resolve(SWAP_LIMIT_OF_SECOND), "0");
    }
  }

  /** Removes the groups that are left when all machines are asleep. */
  void sweep() {
    for (Path parent : folders()) {
      try (Stream<Path> left = Files.list(parent)) {
        left.filter(Files::isDirectory).forEach(MachineGroup::remove);
      } catch (IOException gone) {
        // Then there is nothing to be swept.
      }
    }
  }

  /** Removes all groups, which are empty. */
  void remove() {
    sweep();
    folders().forEach(MachineGroup::remove);
  }

  private List<Path> folders() {
    List<Path> folders = new ArrayList<>();
    if (processes != null) {
      folders.add(processes);
    }
    if (memory != null && !memory.equals(processes)) {
      folders.add(memory);
    }
    return folders;
  }

  /** The kernel takes one write for all of it. */
  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.US_ASCII));
  }
}
