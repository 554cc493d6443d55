package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of the table {@code sandboxes}, as {@link #COLUMNS} reads it. */
record SandboxRow(
    UUID id,
    UUID connectionId,
    String name,
    Instant madeAt,
    String madeBy,
    @Nullable String creationKey,
    String state,
    Instant stateSince,
    @Nullable Instant deadline,
    long generation,
    String reason,
    Instant lastUsed,
    @Nullable UUID holder,
    @Nullable Instant heldSince,
    long admissions,
    List<String> commands) {

  /**
   * What is kept as the task of a person's command. Servers of a version that knows no such
   * commands read the same rows while they are replaced, and need one.
   */
  static final UUID NO_TASK = new UUID(0, 0);

  /**
   * What a statement selects or returns to be read as this; each command becomes a line of its id,
   * deadline and task.
   */
  static final String COLUMNS =
      """
      sandboxes.*,
      ARRAY(
        SELECT concat_ws(' ', command.id, command.deadline, command.task)
        FROM jsonb_to_recordset(sandboxes.running) AS command(id uuid, task uuid, deadline bigint)
      ) AS commands
      """;

  Sandbox sandbox() {
    return new Sandbox(
        new SandboxId(id),
        new ConnectionId(connectionId),
        new SandboxName(name),
        madeAt,
        madeBy,
        creationKey,
        machineState(),
        new Generation(generation),
        reason,
        lastUsed,
        holder == null || heldSince == null ? null : new Lease(new TaskId(holder), heldSince),
        admissions,
        commands.stream().map(SandboxRow::command).toList());
  }

  private MachineState machineState() {
    StateName stateName = StateName.valueOf(state.toUpperCase(Locale.ROOT));
    return switch (stateName) {
      case CREATING -> onTheWay(Move.MAKE);
      case FALLING_ASLEEP -> onTheWay(Move.SLEEP);
      case WAKING -> onTheWay(Move.WAKE);
      case DELETING -> onTheWay(Move.DELETE);
      case AWAKE, ASLEEP, LOST -> new MachineState.Settled(stateName, stateSince);
    };
  }

  private MachineState.OnTheWay onTheWay(Move move) {
    // The table's check says that there is one.
    return new MachineState.OnTheWay(move, stateSince, Optional.ofNullable(deadline).orElseThrow());
  }

  private static RunningCommand command(String line) {
    String[] words = line.split(" ", -1);
    return new RunningCommand(
        new CommandId(UUID.fromString(words[0])),
        words.length == 2 ? null : task(UUID.fromString(words[2])),
        Columns.time(Long.parseLong(words[1])));
  }

  private static @Nullable TaskId task(UUID kept) {
    return kept.equals(NO_TASK) ? null : new TaskId(kept);
  }
}
