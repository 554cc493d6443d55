package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
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
    String running) {

  /** What a statement selects or returns to be read as this. */
  static final String COLUMNS = "sandboxes.*";

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
        RunningColumn.commands(running));
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
}
