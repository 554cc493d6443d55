package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.micros;

import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.result.ResultBearing;
import org.jdbi.v3.core.statement.Query;

/**
 * The guarded writes of {@link PostgresSandboxStore}: one statement each, with what it leaves in
 * its {@code WHERE}.
 */
final class GuardedWrites {

  /** No command's deadline is after {@code :nowMicros}. */
  static final String NOTHING_RUNS =
      "NOT jsonb_path_exists(running, '$[*] ? (@.deadline > $now)', jsonb_build_object('now', :nowMicros))";

  /** {@link Guard#holds}, in SQL. */
  private static final String IS_AS_THE_GUARD_SAYS =
      """
      id = :id AND state = :leaves AND generation = :generation
      AND (CAST(:admissions AS bigint) IS NULL OR admissions = :admissions)
      AND (CAST(:idleSince AS timestamptz) IS NULL OR (last_used <= :idleSince AND %s))
      """
          .formatted(NOTHING_RUNS);

  private final Jdbi jdbi;

  GuardedWrites(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  Optional<Sandbox> claim(
      SandboxId sandbox, Guard leaves, MachineState.OnTheWay to, String reason) {
    return jdbi.withHandle(
        handle ->
            one(
                guarded(
                        "state = :state, state_since = :since, deadline = :deadline,"
                            + " generation = generation + 1, reason = :reason",
                        sandbox,
                        leaves,
                        handle)
                    .bind("state", to.name().word())
                    .bind("since", to.since())
                    .bind("deadline", to.deadline())
                    .bind("reason", reason)));
  }

  Optional<Sandbox> settle(
      SandboxId sandbox, Guard leaves, MachineState.Settled to, String reason) {
    return jdbi.withHandle(
        handle ->
            one(
                guarded(
                        "state = :state, state_since = :since, deadline = NULL, reason = :reason,"
                            + " last_used = CASE WHEN :isAwake THEN :since ELSE last_used END",
                        sandbox,
                        leaves,
                        handle)
                    .bind("state", to.name().word())
                    .bind("since", to.since())
                    .bind("isAwake", to.is(StateName.AWAKE))
                    .bind("reason", reason)));
  }

  private static Query guarded(String change, SandboxId sandbox, Guard leaves, Handle handle) {
    Guard.Idle idle = leaves.idle();
    return update(change, IS_AS_THE_GUARD_SAYS, handle)
        .bind("id", sandbox.value())
        .bind("leaves", leaves.state().word())
        .bind("generation", leaves.generation().number())
        .bind("admissions", leaves.admissions())
        .bind("idleSince", idle == null ? null : idle.lastUsedAtOrBefore())
        .bind("nowMicros", idle == null ? null : micros(idle.now()));
  }

  boolean remove(SandboxId sandbox, Generation generation) {
    return jdbi.withHandle(
        handle ->
            handle
                    .createUpdate(
                        "DELETE FROM sandboxes WHERE id = :id AND state = 'deleting' AND generation = :generation")
                    .bind("id", sandbox.value())
                    .bind("generation", generation.number())
                    .execute()
                == 1);
  }

  Optional<Sandbox> admit(Admission admission) {
    return jdbi.withHandle(handle -> one(admitting(admission, handle)));
  }

  private static Query admitting(Admission admission, Handle handle) {
    if (admission instanceof Admission.Keep keep) {
      return counting("", "holder = :holder", keep, handle).bind("holder", keep.holder().value());
    }
    Admission.Take take = (Admission.Take) admission;
    Lease lease = take.lease();
    return counting(
            "holder = :holder, held_since = :heldSince,",
            "admissions = :admissions AND " + NOTHING_RUNS,
            take,
            handle)
        .bind("holder", lease.holder().value())
        .bind("heldSince", lease.since())
        .bind("admissions", take.admissions());
  }

  private static Query counting(
      String lease, String leaseIsSo, Admission admission, Handle handle) {
    RunningCommand command = admission.command();
    return update(
            lease
                + """
                 admissions = admissions + 1, last_used = greatest(last_used, :now),
                 running =
                   jsonb_path_query_array(
                     running, '$[*] ? (@.deadline > $now)', jsonb_build_object('now', :nowMicros))
                   || jsonb_build_array(jsonb_build_object('id', :command, 'task', :task, 'deadline', :deadline))
                """,
            "id = :id AND state NOT IN ('deleting', 'lost') AND " + leaseIsSo,
            handle)
        .bind("id", admission.sandbox().value())
        .bind("nowMicros", micros(admission.now()))
        .bind("now", admission.now())
        .bind("command", command.id().value())
        .bind("task", command.task().value())
        .bind("deadline", micros(command.deadline()));
  }

  boolean end(SandboxId sandbox, CommandId command, Instant now) {
    return jdbi.withHandle(
        handle ->
            handle
                    .createUpdate(
                        """
                        UPDATE sandboxes SET
                          last_used = greatest(last_used, :now),
                          running = jsonb_path_query_array(
                            running, '$[*] ? (@.id != $id)', jsonb_build_object('id', :command))
                        WHERE id = :id AND running @> jsonb_build_array(jsonb_build_object('id', :command))
                        """)
                    .bind("id", sandbox.value())
                    .bind("command", command.value())
                    .bind("now", now)
                    .execute()
                == 1);
  }

  int endAll(Instant now) {
    return jdbi.withHandle(
        handle ->
            handle
                .createUpdate(
                    "UPDATE sandboxes SET last_used = greatest(last_used, :now), running = '[]' WHERE running <> '[]'")
                .bind("now", now)
                .execute());
  }

  private static Query update(String change, String where, Handle handle) {
    return handle.createQuery(
        "UPDATE sandboxes SET " + change + " WHERE " + where + " RETURNING " + SandboxRow.COLUMNS);
  }

  private static Optional<Sandbox> one(ResultBearing rows) {
    return rows.mapTo(SandboxRow.class).findOne().map(SandboxRow::sandbox);
  }
}
