package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Sight;
import com.personalagentproxy.sandbox.command.ExecKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;

/** The history in PostgreSQL, in the table that {@link PostgresSandboxStore} writes commands to. */
public final class PostgresActivity implements Activity {

  private final Statements statements;

  /**
   * With a {@link Database#jdbi}, or another that was {@link Database#prepared prepared} and whose
   * database has the tables.
   */
  public PostgresActivity(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  @Override
  public void write(Entry entry) {
    statements.useHandle(
        handle ->
            EntryRow.of(entry)
                .bind(handle.createUpdate(EntryRow.INSERT + "VALUES (" + EntryRow.VALUES + ")"))
                .execute());
  }

  @Override
  public Optional<Entry> find(EntryId entry) {
    return one("id = :id", Map.of("id", entry.value()));
  }

  @Override
  public Optional<Entry> commandOf(AgentId agent, UUID sandbox, ExecKey key) {
    // As the unique index has it.
    return one(
        "agent_id = :agent AND sandbox_id = :sandbox AND exec_id = :execId AND NOT exec_id_is_free",
        Map.of("agent", agent.value(), "sandbox", sandbox, "execId", key.execId()));
  }

  private Optional<Entry> one(String which, Map<String, Object> bindings) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM sandbox_activity WHERE " + which)
                .bindMap(bindings)
                .mapTo(EntryRow.class)
                .findOne()
                .map(EntryRow::entry));
  }

  @Override
  public List<Entry> page(ActivityRequest request) {
    Map<String, Object> bindings = new HashMap<>();
    StringBuilder which = new StringBuilder("organization_id = :organization");
    bindings.put("organization", request.organization().value());
    if (request.agent() != null) {
      which.append(" AND agent_id = :agent");
      bindings.put("agent", request.agent().value());
    }
    if (request.task() != null) {
      which.append(" AND task_id = :task");
      bindings.put("task", request.task().value());
    }
    if (request.sandbox() != null) {
      which.append(" AND sandbox_id = :sandbox");
      bindings.put("sandbox", request.sandbox());
    }
    if (request.after() != null) {
      which.append(" AND (called_at, id) < (:afterAt, :afterId)");
      bindings.put("afterAt", request.after().at());
      bindings.put("afterId", request.after().id().value());
    }
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM sandbox_activity WHERE "
                        + which
                        + " ORDER BY called_at DESC, id DESC LIMIT :limit")
                .bindMap(bindings)
                .bind("limit", request.limit())
                .mapTo(EntryRow.class)
                .stream()
                .map(EntryRow::entry)
                .toList());
  }

  /**
   * The own and each shared connection's are read off an index each, up to the limit; what is both
   * comes once.
   */
  @Override
  public List<Entry> seen(Sight sight) {
    List<ConnectionId> shared = List.copyOf(sight.shared());
    String parts =
        Stream.concat(
                Stream.of("member_id = :member"),
                IntStream.range(0, shared.size()).mapToObj("connection_id = :shared%s"::formatted))
            .map(which -> part(which, sight.after() != null))
            .collect(Collectors.joining(" UNION ALL "));
    return statements.withHandle(
        handle -> {
          Query query =
              handle
                  .createQuery(
                      """
                      SELECT DISTINCT ON (called_at, id) * FROM (%s) AS seen
                      ORDER BY called_at DESC, id DESC
                      LIMIT :limit
                      """
                          .formatted(parts))
                  .bind("member", sight.member().value())
                  .bind("limit", sight.limit());
          for (int number = 0; number < shared.size(); number++) {
            query.bind("shared" + number, shared.get(number).value());
          }
          if (sight.after() != null) {
            query.bind("afterAt", sight.after().at()).bind("afterId", sight.after().id().value());
          }
          return query.mapTo(EntryRow.class).stream().map(EntryRow::entry).toList();
        });
  }

  private static String part(String which, boolean isAfter) {
    return """
        (
          SELECT * FROM sandbox_activity WHERE %s%s
          ORDER BY called_at DESC, id DESC
          LIMIT :limit)"""
        .formatted(which, isAfter ? " AND (called_at, id) < (:afterAt, :afterId)" : "");
  }

  @Override
  public int clear(Instant before, int limit) {
    // Those that another server is clearing are left to it. Found by where they are, since the
    // index
    // of ids would be read at as many places as there are entries to clear; and by their age as its
    // index has it.
    return statements.withHandle(
        handle ->
            handle
                .createUpdate(
                    """
                    DELETE FROM sandbox_activity WHERE ctid = ANY (ARRAY(
                      SELECT ctid FROM sandbox_activity
                      WHERE called_at AT TIME ZONE 'UTC' < CAST(:before AS timestamptz) AT TIME ZONE 'UTC'
                        AND verdict <> 'running'
                      ORDER BY called_at AT TIME ZONE 'UTC'
                      LIMIT :limit
                      FOR UPDATE SKIP LOCKED))
                    """)
                .bind("before", before)
                .bind("limit", limit)
                .execute());
  }
}
