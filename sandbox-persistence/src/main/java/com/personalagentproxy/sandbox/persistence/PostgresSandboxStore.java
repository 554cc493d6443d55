package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.keepable;
import static com.personalagentproxy.sandbox.persistence.Columns.micros;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.result.ResultBearing;
import org.jdbi.v3.core.statement.Query;

/**
 * The sandboxes in PostgreSQL. At READ COMMITTED a write that had to wait for another looks at its
 * guard again, on the row as the other left it; and all that guards name is in the row. So of any
 * number of writers that leave the same, exactly one wins.
 */
public final class PostgresSandboxStore implements SandboxStore {

  /** No command's deadline is after {@code :nowMicros}. */
  private static final String NOTHING_RUNS =
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

  /**
   * With a {@link Database#jdbi}, or another that was {@link Database#prepared prepared} and whose
   * database has the tables.
   */
  public PostgresSandboxStore(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  @Override
  public Added add(Sandbox sandbox) {
    while (true) {
      Optional<Added> added = jdbi.withHandle(handle -> tryToAdd(sandbox, handle));
      if (added.isPresent()) {
        return added.get();
      }
      // What stood in the way went away between the two statements: try again.
    }
  }

  private static Optional<Added> tryToAdd(Sandbox sandbox, Handle handle) {
    if (NewSandbox.insert(sandbox, handle)) {
      return Optional.of(new Added.New(sandbox));
    }
    Optional<Sandbox> inTheWay =
        handle
            .createQuery(
                """
                SELECT %s FROM sandboxes
                WHERE (connection_id = :connection AND (creation_key = :creationKey OR name_key = :nameKey))
                   OR id = :id
                ORDER BY creation_key = :creationKey DESC NULLS LAST, name_key = :nameKey DESC
                LIMIT 1
                """
                    .formatted(SandboxRow.COLUMNS))
            .bind("connection", sandbox.connection().value())
            .bind("creationKey", sandbox.creationKey())
            .bind("nameKey", sandbox.name().key())
            .bind("id", sandbox.id().value())
            .mapTo(SandboxRow.class)
            .findOne()
            .map(SandboxRow::sandbox);
    return inTheWay.map(row -> inTheWay(row, sandbox));
  }

  private static Added inTheWay(Sandbox row, Sandbox asked) {
    if (row.connection().equals(asked.connection())) {
      if (asked.creationKey() != null && keepable(asked.creationKey()).equals(row.creationKey())) {
        return new Added.MadeBefore(row);
      }
      if (row.name().key().equals(asked.name().key())) {
        return new Added.NameTaken(row);
      }
    }
    throw new IllegalStateException("There is a sandbox with the id " + asked.id() + ".");
  }

  @Override
  public Optional<Sandbox> find(SandboxId sandbox) {
    return jdbi.withHandle(
        handle -> one(select("WHERE id = :id", handle).bind("id", sandbox.value())));
  }

  @Override
  public List<Sandbox> named(SandboxName name, Collection<ConnectionId> connections) {
    return jdbi.withHandle(
        handle ->
            all(
                select("WHERE connection_id = ANY (:connections) AND name_key = :nameKey", handle)
                    .bindArray("connections", UUID.class, values(connections))
                    .bind("nameKey", name.key())));
  }

  @Override
  public List<Sandbox> page(PageRequest request) {
    PageRequest.Place after = request.after();
    // Each connection's part is read off an index up to the limit; one scan of them all would have
    // to sort them all. Only the conditions that are asked for, so that the plan fits them.
    String conditions =
        (request.state() == null ? "" : " AND state = :state")
            + (request.search() == null ? "" : " AND strpos(name_key, :search) > 0")
            + (after == null ? "" : " AND (made_at, id) < (:afterMadeAt, :afterId)");
    return jdbi.withHandle(
        handle ->
            all(
                handle
                    .createQuery(
                        """
                        SELECT %s
                        FROM unnest(:connections) AS asked(connection_id), LATERAL (
                          SELECT * FROM sandboxes
                          WHERE connection_id = asked.connection_id %s
                          ORDER BY made_at DESC, id DESC
                          LIMIT :limit) AS sandboxes
                        ORDER BY made_at DESC, id DESC
                        LIMIT :limit
                        """
                            .formatted(SandboxRow.COLUMNS, conditions))
                    .bindArray("connections", UUID.class, values(request.connections()))
                    .bindMap(bindings(request))
                    .bind("limit", request.limit())));
  }

  private static Map<String, Object> bindings(PageRequest request) {
    Map<String, Object> bindings = new HashMap<>();
    if (request.state() != null) {
      bindings.put("state", request.state().word());
    }
    if (request.search() != null) {
      bindings.put("search", new SandboxName(request.search()).key());
    }
    if (request.after() != null) {
      bindings.put("afterMadeAt", request.after().madeAt());
      bindings.put("afterId", request.after().id().value());
    }
    return bindings;
  }

  @Override
  public Optional<Sandbox> claim(
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

  @Override
  public Optional<Sandbox> settle(
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

  @Override
  public boolean remove(SandboxId sandbox, Generation generation) {
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

  @Override
  public Optional<Sandbox> admit(Admission admission) {
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
                 admissions = admissions + 1,
                 running =
                   jsonb_path_query_array(
                     running, '$[*] ? (@.deadline > $now)', jsonb_build_object('now', :nowMicros))
                   || jsonb_build_array(jsonb_build_object('id', :command, 'task', :task, 'deadline', :deadline))
                """,
            "id = :id AND state NOT IN ('deleting', 'lost') AND " + leaseIsSo,
            handle)
        .bind("id", admission.sandbox().value())
        .bind("nowMicros", micros(admission.now()))
        .bind("command", command.id().value())
        .bind("task", command.task().value())
        .bind("deadline", micros(command.deadline()));
  }

  @Override
  public boolean end(SandboxId sandbox, CommandId command, Instant now) {
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

  @Override
  public List<Sandbox> idle(Instant lastUsedAtOrBefore, Instant now, int limit) {
    return jdbi.withHandle(
        handle ->
            all(
                select(
                        "WHERE state = 'awake' AND last_used <= :lastUsed AND "
                            + NOTHING_RUNS
                            + " ORDER BY last_used LIMIT :limit",
                        handle)
                    .bind("lastUsed", lastUsedAtOrBefore)
                    .bind("nowMicros", micros(now))
                    .bind("limit", limit)));
  }

  @Override
  public List<Sandbox> overdue(Instant now, int limit) {
    return jdbi.withHandle(
        handle ->
            all(
                select("WHERE deadline <= :now ORDER BY deadline LIMIT :limit", handle)
                    .bind("now", now)
                    .bind("limit", limit)));
  }

  private static Query select(String which, Handle handle) {
    return handle.createQuery("SELECT " + SandboxRow.COLUMNS + " FROM sandboxes " + which);
  }

  private static Query update(String change, String where, Handle handle) {
    return handle.createQuery(
        "UPDATE sandboxes SET " + change + " WHERE " + where + " RETURNING " + SandboxRow.COLUMNS);
  }

  private static Optional<Sandbox> one(ResultBearing rows) {
    return rows.mapTo(SandboxRow.class).findOne().map(SandboxRow::sandbox);
  }

  private static List<Sandbox> all(ResultBearing rows) {
    return rows.mapTo(SandboxRow.class).stream().map(SandboxRow::sandbox).toList();
  }

  private static List<UUID> values(Collection<ConnectionId> connections) {
    return connections.stream().map(ConnectionId::value).distinct().toList();
  }
}
