package com.personalagentproxy.sandbox.http.backend;

import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The commands that run for callers, by the names that these gave them. Safe for use by many
 * threads.
 */
final class CommandsUnderWay {

  private record Name(MachineId machine, UUID exec) {}

  private final Map<Name, CommandRun> runs = new ConcurrentHashMap<>();

  /**
   * Enters a command.
   *
   * @param exec its name; absent if its caller gave none, and then nobody finds it
   * @return takes it out again
   */
  Runnable enter(MachineId machine, @Nullable UUID exec, CommandRun run) {
    if (exec == null) {
      return () -> {};
    }
    Name name = new Name(machine, exec);
    if (runs.putIfAbsent(name, run) != null) {
      throw CallError.invalid(
          "A command with this exec runs in the machine already. Give each a UUID of its own.");
    }
    return () -> runs.remove(name, run);
  }

  /** Ends a command; false if none of that name runs, or runs yet. */
  boolean end(MachineId machine, UUID exec) {
    CommandRun run = runs.get(new Name(machine, exec));
    if (run == null) {
      return false;
    }
    run.end();
    return true;
  }
}
