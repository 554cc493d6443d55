package com.personalagentproxy.sandbox.simulation;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the judges have seen until now. */
final class Docket {

  /** The rows as they were seen last. */
  final Map<SandboxId, Sandbox> rows = new LinkedHashMap<>();

  /** Who has claimed each row's move last, or made the row. */
  final Map<SandboxId, @Nullable Call> claimants = new HashMap<>();

  /** When each was truly used last. */
  final Map<SandboxId, Instant> lastUse = new HashMap<>();

  /** Those that were deleted. */
  final Set<SandboxId> removed = new HashSet<>();

  /** The calls whose commands were admitted, by the words that those print. */
  final Map<String, Call> commands = new HashMap<>();

  /**
   * The words of the commands that came to their end in each machine, and left them on its disk.
   */
  private final Map<MachineId, Set<String>> written = new HashMap<>();

  /** Whether the world did anything to the machines. */
  boolean hasWeather;

  void writes(MachineId machine, String word) {
    written.computeIfAbsent(machine, first -> new LinkedHashSet<>()).add(word);
  }

  /** What must be on the machine's disk. */
  Set<String> written(MachineId machine) {
    return written.getOrDefault(machine, Set.of());
  }
}
