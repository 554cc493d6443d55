package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultBearing;
import org.jdbi.v3.core.statement.Query;

/**
 * The moves of {@link PostgresSandboxStore}: one guarded statement each, with what it leaves in its
 * {@code WHERE}.
 */
final class GuardedWrites {

  /** No command's deadline is after {@code :nowMicros}. */
  static final String NOTHING_RUNS =
      "NOT jsonb_path_exists(running, '$[*] ? (@.deadline > $now)', jsonb_build_object('now',"
          + " :nowMicros))";

  /** Likewise of a task's. */
  static final String NO_TASK_WORKS =
      """
      NOT jsonb_path_exists(
        running, '$[*] ? (@.deadline > $now && @.task != "%s")', jsonb_build_object('now', :nowMicros))
      """
          .formatted(RunningColumn.NO_TASK);

  /** {@link Guard#holds}, in SQL. */
  private static final String IS_AS_THE_GUARD_SAYS =
      """
      id = :id AND state = :leaves AND generation = :generation
      AND (CAST(:admissions AS bigint) IS NULL OR admissions = :admissions)
      """;

  private static final String BECOMES_CLAIMED =
      """
      state = :state, state_since = :since, deadline = :deadline, generation = generation + 1, reason = :reason
      """;

  private final Statements statements;

  GuardedWrites(Statements statements) {
    this.statements = statements;
  }

  Optional<Sandbox> claim(
      SandboxId sandbox, Guard leaves, MachineState.OnTheWay to, String reason) {
    return statements.withHandle(
        handle ->
            one(
                claiming(
                    to,
                    reason,
                    guarded(BECOMES_CLAIMED, SandboxRow.COLUMNS, sandbox, leaves, handle))));
  }

  List<Sandbox> claimIdle(Idleness idle, MachineState.OnTheWay to, String reason, int limit) {
    return statements.withHandle(
        handle ->
            claiming(to, reason, IdleRows.changed(BECOMES_CLAIMED, idle, limit, handle))
                .mapTo(SandboxRow.class)
                .stream()
                .map(SandboxRow::sandbox)
                .toList());
  }

  private static Query claiming(MachineState.OnTheWay to, String reason, Query change) {
    return change
        .bind("state", to.name().word())
        .bind("since", to.since())
        .bind("deadline", to.deadline())
        .bind("reason", reason);
  }

  Optional<Sandbox> settle(
      SandboxId sandbox, Guard leaves, MachineState.Settled to, String reason) {
    return statements.withHandle(
        handle ->
            one(
                guarded(
                        "state = :state, state_since = :since, deadline = NULL, reason = :reason,"
                            + " last_used = CASE WHEN :isAwake THEN :since ELSE last_used END",
                        SandboxRow.COLUMNS + ", " + PostgresSettledMoves.NOTICE,
                        sandbox,
                        leaves,
                        handle)
                    .bind("state", to.name().word())
                    .bind("since", to.since())
                    .bind("isAwake", to.is(StateName.AWAKE))
                    .bind("reason", reason)));
  }

  private static Query guarded(
      String change, String returning, SandboxId sandbox, Guard leaves, Handle handle) {
    return handle
        .createQuery(
            "UPDATE sandboxes SET %s WHERE %s RETURNING %s"
                .formatted(change, IS_AS_THE_GUARD_SAYS, returning))
        .bind("id", sandbox.value())
        .bind("leaves", leaves.state().word())
        .bind("generation", leaves.generation().number())
        .bind("admissions", leaves.admissions());
  }

  boolean remove(SandboxId sandbox, Generation generation) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    DELETE FROM sandboxes
                    WHERE id = :id AND state = 'deleting' AND generation = :generation
                    RETURNING id, %s
                    """
                        .formatted(PostgresSettledMoves.NOTICE))
                .bind("id", sandbox.value())
                .bind("generation", generation.number())
                .mapTo(UUID.class)
                .findOne()
                .isPresent());
  }

  private static Optional<Sandbox> one(ResultBearing rows) {
    return rows.mapTo(SandboxRow.class).findOne().map(SandboxRow::sandbox);
  }
}
