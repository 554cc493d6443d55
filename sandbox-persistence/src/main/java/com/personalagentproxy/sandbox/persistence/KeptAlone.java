package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.micros;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.collection.SandboxReference;
import com.personalagentproxy.sandbox.collection.Shortcut.Kept;
import com.personalagentproxy.sandbox.collection.Shortcut.Next;
import com.personalagentproxy.sandbox.command.ExecKey;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/**
 * The next command of one holder in one statement. It locks the sandbox first and the tasks then,
 * so that two can't wait for each other.
 */
final class KeptAlone {

  private static final String KEEP =
      """
      WITH RECURSIVE asking AS MATERIALIZED (
        SELECT CAST(:command AS uuid) AS command, * FROM tasks WHERE agent_id = :agent AND finished_at IS NULL AND %1$s
      ), %2$s, admitted AS (
        UPDATE sandboxes SET %3$s
        WHERE id = %4$s AND connection_id = ANY (:usable) AND state NOT IN ('deleting', 'lost')
          AND holder = ANY (ARRAY(SELECT id FROM lineage WHERE finished_at IS NULL))
        RETURNING *
      ), written AS (
        %8$s
        SELECT :command, :calledAt, :organization, :member, :agent, :agentName, asking.id, asking.title, :deed,
          admitted.connection_id, admitted.id, admitted.name, :line, :execId, :fingerprint, 'running', :due, false
        FROM admitted, asking
      ), %5$s, active AS (%6$s)
      SELECT %7$s FROM admitted AS sandboxes, asking
      """;

  private static final String ONE_OF_THAT_NAME =
      """
      (SELECT CASE count(*) WHEN 1 THEN (array_agg(id))[1] END FROM sandboxes
       WHERE connection_id = ANY (:seen) AND name_key = :nameKey)
      """;

  private static final String NAMED_TASK = "id = :task";
  private static final String OWN_TASK = "is_own";
  private static final String KEEP_BY_ID = keep(NAMED_TASK, ":id");
  private static final String KEEP_BY_NAME = keep(NAMED_TASK, ONE_OF_THAT_NAME);
  private static final String KEEP_BY_ID_FOR_OWN = keep(OWN_TASK, ":id");
  private static final String KEEP_BY_NAME_FOR_OWN = keep(OWN_TASK, ONE_OF_THAT_NAME);

  private final Rows<KeptRow> rows;
  private final Statements statements;

  KeptAlone(Rows<KeptRow> rows, Statements statements) {
    this.rows = rows;
    this.statements = statements;
  }

  /** Empty if it isn't certain that it may be counted in; it was not then. */
  Optional<Kept> of(Next next) {
    try {
      return statements.withHandle(
          handle -> keeping(next, handle).map(rows).findOne().map(row -> row.kept(next.agent())));
    } catch (UnableToExecuteStatementException failure) {
      if (CommandWrites.isTaken(failure)) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  private static Query keeping(Next next, Handle handle) {
    Agent agent = next.agent();
    ExecKey key = next.asked().key();
    Query query =
        named(next, handle)
            .bindArray("usable", UUID.class, values(next.usable()))
            .bind("agent", agent.id().value())
            .bind("agentName", agent.name())
            .bind("member", agent.member().value())
            .bind("organization", agent.organization().value())
            .bind("command", next.command().value())
            .bind("calledAt", next.calledAt())
            .bind("deed", Deed.EXEC.word())
            .bind("line", next.asked().line())
            .bind("execId", key == null ? null : key.execId())
            .bind("fingerprint", key == null ? null : key.fingerprint())
            .bind("due", next.deadline())
            .bind("deadline", micros(next.deadline()))
            .bind("now", next.now())
            .bind("nowMicros", micros(next.now()));
    return next.task() == null ? query : query.bind("task", next.task().value());
  }

  private static Query named(Next next, Handle handle) {
    boolean isForOwn = next.task() == null;
    if (next.sandbox() instanceof SandboxReference.ById by) {
      return handle
          .createQuery(isForOwn ? KEEP_BY_ID_FOR_OWN : KEEP_BY_ID)
          .bind("id", by.id().value());
    }
    String key = ((SandboxReference.ByName) next.sandbox()).name().key();
    return handle
        .createQuery(isForOwn ? KEEP_BY_NAME_FOR_OWN : KEEP_BY_NAME)
        .bindArray("seen", UUID.class, values(next.seen()))
        .bind("nameKey", key);
  }

  private static String keep(String task, String sandbox) {
    return KEEP.formatted(
        task,
        Lineage.of("SELECT id, parent_id, finished_at FROM asking"),
        CommandWrites.countsIn(":", "(SELECT id FROM asking)"),
        sandbox,
        Lineage.locked("EXISTS (SELECT FROM admitted)"),
        Lineage.ACTIVE,
        KeptRow.COLUMNS,
        EntryRow.INSERT_RUNNING);
  }

  private static List<UUID> values(List<ConnectionId> connections) {
    return connections.stream().map(ConnectionId::value).toList();
  }
}
