package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.micros;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxReference;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * The holder's next command in one statement before it runs and one after, in a database that has
 * the sandboxes and the tasks. Each locks the sandbox first and its tasks then, so that two can't
 * wait for each other.
 */
public final class PostgresShortcut implements Shortcut {

  private record Row(
      @Nested SandboxRow sandbox,
      UUID taskId,
      String taskTitle,
      @Nullable UUID taskParent,
      Instant taskStartedAt,
      Instant taskLastActive) {

    Kept kept(Agent agent) {
      return new Kept(
          sandbox.sandbox(),
          new Task(
              new TaskId(taskId),
              agent,
              taskTitle,
              taskParent == null ? null : new TaskId(taskParent),
              taskStartedAt,
              taskLastActive,
              null));
    }
  }

  private static final String KEEP =
      """
      WITH RECURSIVE asking AS MATERIALIZED (
        SELECT * FROM tasks WHERE agent_id = :agent AND finished_at IS NULL AND %1$s
      ), %2$s, admitted AS (
        UPDATE sandboxes SET %3$s
        WHERE id = %4$s AND connection_id = ANY (:usable) AND state NOT IN ('deleting', 'lost')
          AND holder = ANY (ARRAY(SELECT id FROM lineage WHERE finished_at IS NULL))
        RETURNING *
      ), written AS (
        INSERT INTO sandbox_activity (
          id, called_at, organization_id, member_id, agent_id, agent_name, task_id, task_title, deed,
          connection_id, sandbox_id, sandbox_name, line, exec_id, fingerprint, verdict, deadline, took_lease)
        SELECT :command, :calledAt, :organization, :member, :agent, :agentName, asking.id, asking.title, :deed,
          admitted.connection_id, admitted.id, admitted.name, :line, :execId, :fingerprint, 'running', :due, false
        FROM admitted, asking
      ), %5$s, active AS (%6$s)
      SELECT %7$s, asking.id AS task_id, asking.title AS task_title, asking.parent_id AS task_parent,
        asking.started_at AS task_started_at, asking.last_active AS task_last_active
      FROM admitted AS sandboxes, asking
      """;

  private static final String ONE_OF_THAT_NAME =
      """
      (SELECT CASE count(*) WHEN 1 THEN (array_agg(id))[1] END FROM sandboxes
       WHERE connection_id = ANY (:seen) AND name_key = :nameKey)
      """;

  private static final String END =
      "WITH RECURSIVE "
          + Lineage.of(Lineage.TASK)
          + ", "
          + CommandWrites.COUNTED_OUT
          + ", "
          + Lineage.locked("(SELECT count(*) FROM counted_out) >= 0")
          + Lineage.ACTIVE;

  private static final String NAMED_TASK = "id = :task";
  private static final String OWN_TASK = "is_own";
  private static final String KEEP_BY_ID = keep(NAMED_TASK, ":id");
  private static final String KEEP_BY_NAME = keep(NAMED_TASK, ONE_OF_THAT_NAME);
  private static final String KEEP_BY_ID_FOR_OWN = keep(OWN_TASK, ":id");
  private static final String KEEP_BY_NAME_FOR_OWN = keep(OWN_TASK, ONE_OF_THAT_NAME);

  private final Rows<Row> rows = Rows.of(Row.class);
  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public PostgresShortcut(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  @Override
  public Optional<Kept> keep(Next next) {
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
        CommandWrites.countsIn("(SELECT id FROM asking)"),
        sandbox,
        Lineage.locked("EXISTS (SELECT FROM admitted)"),
        Lineage.ACTIVE,
        SandboxRow.COLUMNS);
  }

  private static List<UUID> values(List<ConnectionId> connections) {
    return connections.stream().map(ConnectionId::value).toList();
  }

  @Override
  public void end(
      SandboxId sandbox, CommandId command, TaskId task, Verdict.Ending ending, Instant now) {
    statements.useHandle(
        handle ->
            VerdictRow.of(ending)
                .bind(handle.createUpdate(END))
                .bind("id", sandbox.value())
                .bind("command", command.value())
                .bind("task", task.value())
                .bind("now", now)
                .execute());
  }
}
