package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.micros;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.collection.SandboxReference;
import com.personalagentproxy.sandbox.collection.Shortcut.Kept;
import com.personalagentproxy.sandbox.collection.Shortcut.Next;
import com.personalagentproxy.sandbox.command.ExecKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The next commands of many holders, each in a sandbox of its own, in one statement. It waits for
 * no row that another writer has at the moment: that is left out. So nobody waits for somebody
 * else's sandbox, and no two statements for each other. Only an entry that is just being written a
 * second time, by its id or its {@code exec_id}, is waited for until that is committed or not.
 */
final class KeptTogether {

  private static final Unnested<Next> ASKED =
      new Unnested<>(
          List.of(
              new Unnested.Column<>("command", "uuid", next -> next.command().value()),
              new Unnested.Column<>("agent", "uuid", next -> next.agent().id().value()),
              new Unnested.Column<>("agentName", "text", next -> next.agent().name()),
              new Unnested.Column<>("member", "uuid", next -> next.agent().member().value()),
              new Unnested.Column<>(
                  "organization", "uuid", next -> next.agent().organization().value()),
              new Unnested.Column<>("namedTask", "uuid", KeptTogether::task),
              new Unnested.Column<>("namedId", "uuid", KeptTogether::id),
              new Unnested.Column<>("nameKey", "text", KeptTogether::nameKey),
              new Unnested.Column<>("seen", "text", next -> array(next.seen())),
              new Unnested.Column<>("usable", "text", next -> array(next.usable())),
              new Unnested.Column<>("line", "text", next -> next.asked().line()),
              new Unnested.Column<>("execId", "text", KeptTogether::execId),
              new Unnested.Column<>("fingerprint", "text", KeptTogether::fingerprint),
              new Unnested.Column<>("due", "timestamptz", Next::deadline),
              new Unnested.Column<>("deadline", "int8", next -> micros(next.deadline())),
              new Unnested.Column<>("calledAt", "timestamptz", Next::calledAt),
              new Unnested.Column<>("now", "timestamptz", Next::now),
              new Unnested.Column<>("nowMicros", "int8", next -> micros(next.now()))));

  /** A bound of one row has the planner look each task up by its index, and not read them all. */
  private static final String KEEP =
      """
      WITH RECURSIVE %1$s, asking AS MATERIALIZED (
        SELECT asked.*, tasks.id, title, parent_id, started_at, last_active, %2$s AS sandbox
        FROM asked, LATERAL (
          SELECT * FROM tasks WHERE agent_id = agent AND finished_at IS NULL AND %3$s LIMIT 1) AS tasks
      ), %4$s, holders AS MATERIALIZED (
        SELECT command, array_agg(id) AS tasks FROM lineage WHERE finished_at IS NULL GROUP BY command
      ), chosen AS MATERIALIZED (
        SELECT asking.*
        FROM asking JOIN holders USING (command) JOIN sandboxes ON sandboxes.id = asking.sandbox
        WHERE connection_id = ANY (CAST(usable AS uuid[])) AND state NOT IN ('deleting', 'lost')
          AND holder = ANY (holders.tasks)
        FOR NO KEY UPDATE OF sandboxes SKIP LOCKED
      ), %5$s, admitted AS (
        UPDATE sandboxes SET %6$s FROM certain WHERE sandboxes.id = certain.sandbox
        RETURNING sandboxes.*, certain.command
      ), written AS (
        %9$s
        SELECT command, calledAt, organization, member, agent, agentName, asking.id, title, :deed,
          connection_id, admitted.id, name, line, execId, fingerprint, 'running', due, false
        FROM admitted JOIN asking USING (command)
      ), active AS (%7$s)
      SELECT %8$s FROM admitted AS sandboxes JOIN asking USING (command)
      """;

  private static final String ONE_OF_THAT_NAME =
      """
      (SELECT CASE count(*) WHEN 1 THEN (array_agg(sandboxes.id))[1] END FROM sandboxes
       WHERE connection_id = ANY (CAST(seen AS uuid[])) AND name_key = nameKey)""";

  /** What a statement is made for. */
  record Form(boolean isForOwnTask, boolean isByName) {

    static Form of(Next next) {
      return new Form(next.task() == null, next.sandbox() instanceof SandboxReference.ByName);
    }
  }

  private final Rows<KeptRow> rows;
  private final Statements statements;
  private final String statement;

  /**
   * @param form of all that are asked together
   */
  KeptTogether(Form form, Rows<KeptRow> rows, Statements statements) {
    this.rows = rows;
    this.statements = statements;
    this.statement =
        KEEP.formatted(
            ASKED.asked(),
            form.isByName() ? ONE_OF_THAT_NAME : "namedId",
            form.isForOwnTask() ? "is_own" : "id = namedTask",
            LineagesTogether.of(
                "SELECT command, id, parent_id, CAST(NULL AS timestamptz), last_active FROM asking"),
            LineagesTogether.CERTAIN,
            CommandWrites.countsIn("certain.", "certain.id"),
            LineagesTogether.ACTIVE,
            KeptRow.COLUMNS,
            EntryRow.INSERT_RUNNING);
  }

  /**
   * Those that were counted in. The others were not: that isn't certain, or another writer has what
   * they need.
   */
  Map<Next, Optional<Kept>> of(List<Next> asks) {
    Map<UUID, KeptRow> kept =
        statements.withHandle(
            handle ->
                ASKED
                    .bind(handle.createQuery(statement), asks)
                    .bind("deed", Deed.EXEC.word())
                    .map(rows)
                    .stream()
                    .collect(Collectors.toMap(KeptRow::askedCommand, row -> row)));
    Map<Next, Optional<Kept>> answers = new HashMap<>();
    for (Next next : asks) {
      KeptRow row = kept.get(next.command().value());
      if (row != null) {
        answers.put(next, Optional.of(row.kept(next.agent())));
      }
    }
    return answers;
  }

  private static @Nullable UUID task(Next next) {
    return next.task() == null ? null : next.task().value();
  }

  private static @Nullable UUID id(Next next) {
    return next.sandbox() instanceof SandboxReference.ById by ? by.id().value() : null;
  }

  private static @Nullable String nameKey(Next next) {
    return next.sandbox() instanceof SandboxReference.ByName by ? by.name().key() : null;
  }

  private static @Nullable String execId(Next next) {
    ExecKey key = next.asked().key();
    return key == null ? null : key.execId();
  }

  private static @Nullable String fingerprint(Next next) {
    ExecKey key = next.asked().key();
    return key == null ? null : key.fingerprint();
  }

  /** As PostgreSQL writes an array: one of arrays would have to be of equally many each. */
  private static String array(List<ConnectionId> connections) {
    return connections.stream()
        .map(connection -> connection.value().toString())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
