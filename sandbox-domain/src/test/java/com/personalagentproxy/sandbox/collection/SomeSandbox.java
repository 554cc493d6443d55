package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sandboxes for tests to begin with. */
public final class SomeSandbox {

  private SomeSandbox() {}

  /** One that is being made since then, and may take a minute. */
  public static Sandbox creating(ConnectionId connection, String name, Instant madeAt) {
    return made(connection, name, madeAt, null, onTheWay(Move.MAKE, madeAt));
  }

  /** Likewise, made with an idempotency key. */
  public static Sandbox creatingWithKey(
      ConnectionId connection, String name, Instant madeAt, String creationKey) {
    return made(connection, name, madeAt, creationKey, onTheWay(Move.MAKE, madeAt));
  }

  /** One that is awake, made and last used then. */
  public static Sandbox awake(ConnectionId connection, String name, Instant madeAt) {
    return in(StateName.AWAKE, connection, name, madeAt);
  }

  /** One in that state since then; when it is on the way, for a minute at most. */
  public static Sandbox in(StateName state, ConnectionId connection, String name, Instant madeAt) {
    return made(connection, name, madeAt, null, state(state, madeAt));
  }

  /** The state of that name since then; on the way for a minute at most. */
  public static MachineState state(StateName name, Instant since) {
    return switch (name) {
      case CREATING -> onTheWay(Move.MAKE, since);
      case FALLING_ASLEEP -> onTheWay(Move.SLEEP, since);
      case WAKING -> onTheWay(Move.WAKE, since);
      case DELETING -> onTheWay(Move.DELETE, since);
      case AWAKE, ASLEEP, LOST -> new MachineState.Settled(name, since);
    };
  }

  /** A move that began then and may take a minute. */
  public static MachineState.OnTheWay onTheWay(Move move, Instant since) {
    return new MachineState.OnTheWay(move, since, since.plus(Duration.ofMinutes(1)));
  }

  /** A command of the task that counts until then. */
  public static RunningCommand command(TaskId task, Instant deadline) {
    return new RunningCommand(new CommandId(UUID.randomUUID()), task, deadline);
  }

  /** The row with a lease of the task on it, and its commands running. */
  public static Sandbox heldBy(TaskId holder, Sandbox sandbox, RunningCommand... running) {
    return sandbox.with(new Lease(holder, sandbox.madeAt()), running.length, List.of(running));
  }

  public static ConnectionId someConnection() {
    return new ConnectionId(UUID.randomUUID());
  }

  public static TaskId someTask() {
    return new TaskId(UUID.randomUUID());
  }

  private static Sandbox made(
      ConnectionId connection,
      String name,
      Instant madeAt,
      @Nullable String creationKey,
      MachineState state) {
    return new Sandbox(
        new SandboxId(UUID.randomUUID()),
        connection,
        SandboxName.of(name).orElseThrow(),
        madeAt,
        "agent Ada's laptop",
        creationKey,
        state,
        Generation.FIRST,
        "made by agent Ada's laptop",
        madeAt,
        null,
        0,
        List.of());
  }
}
