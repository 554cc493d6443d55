package com.personalagentproxy.sandbox.persistence;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ends many commands, each in a sandbox of its own, in one statement. It never waits for a lock, as
 * {@link KeptTogether}.
 */
final class EndedTogether {

  /** A command that has ended. */
  record End(
      SandboxId sandbox, CommandId command, TaskId task, Verdict.Ending ending, Instant now) {}

  private record Ask(End end, VerdictRow verdict) {}

  private static final List<Unnested.Column<Ask>> VERDICT =
      List.of(
          verdict("verdict", "text", VerdictRow::verdict),
          verdict("refusal", "text", VerdictRow::refusal),
          verdict("sentence", "text", VerdictRow::sentence),
          verdict("outcome", "text", VerdictRow::outcome),
          verdict("exit_code", "int4", VerdictRow::exitCode),
          verdict("detail", "text", VerdictRow::detail),
          verdict("took_nanos", "int8", VerdictRow::tookNanos),
          verdict("wake_nanos", "int8", VerdictRow::wakeNanos),
          verdict("stdout_head", "text", VerdictRow::stdoutHead),
          verdict("stdout_left_out", "int8", VerdictRow::stdoutLeftOut),
          verdict("stdout_tail", "text", VerdictRow::stdoutTail),
          verdict("stderr_head", "text", VerdictRow::stderrHead),
          verdict("stderr_left_out", "int8", VerdictRow::stderrLeftOut),
          verdict("stderr_tail", "text", VerdictRow::stderrTail));

  private static final Unnested<Ask> ASKED =
      new Unnested<>(
          Stream.concat(
                  Stream.of(
                      column("command", "uuid", end -> end.command().value()),
                      column("sandbox", "uuid", end -> end.sandbox().value()),
                      column("task", "uuid", end -> end.task().value()),
                      column("now", "timestamptz", End::now)),
                  VERDICT.stream())
              .toList());

  private static final String END =
      """
      WITH RECURSIVE %1$s, %2$s, chosen AS MATERIALIZED (
        SELECT asked.* FROM asked JOIN sandboxes ON sandboxes.id = sandbox FOR NO KEY UPDATE OF sandboxes SKIP LOCKED
      ), %3$s, counted_out AS (
        UPDATE sandboxes SET %4$s FROM certain WHERE sandboxes.id = certain.sandbox AND %5$s
      ), ended AS (
        UPDATE sandbox_activity SET %6$s FROM certain
        WHERE sandbox_activity.id = certain.command AND sandbox_activity.verdict = 'running'
      ), active AS (%7$s)
      SELECT command FROM certain
      """
          .formatted(
              ASKED.asked(),
              LineagesTogether.of(
                  """
                  SELECT command, tasks.id, parent_id, finished_at, last_active
                  FROM asked, LATERAL (SELECT * FROM tasks WHERE id = task LIMIT 1) AS tasks"""),
              LineagesTogether.CERTAIN,
              CommandWrites.countsOut("certain."),
              CommandWrites.isCountedIn("certain."),
              VERDICT.stream()
                  .map(column -> "%1$s = certain.%1$s".formatted(column.name()))
                  .collect(joining(", ")),
              LineagesTogether.ACTIVE);

  private final Statements statements;

  EndedTogether(Statements statements) {
    this.statements = statements;
  }

  /** Those that have ended. The others have not: another writer has what they need. */
  Map<End, Boolean> of(List<End> ends) {
    List<Ask> asks = ends.stream().map(end -> new Ask(end, VerdictRow.of(end.ending()))).toList();
    Set<UUID> ended =
        statements.withHandle(
            handle ->
                ASKED.bind(handle.createQuery(END), asks).mapTo(UUID.class).stream()
                    .collect(toSet()));
    return ends.stream()
        .filter(end -> ended.contains(end.command().value()))
        .collect(Collectors.toMap(end -> end, end -> true));
  }

  private static Unnested.Column<Ask> column(
      String name, String type, Function<End, @Nullable Object> value) {
    return new Unnested.Column<>(name, type, ask -> value.apply(ask.end()));
  }

  private static Unnested.Column<Ask> verdict(
      String name, String type, Function<VerdictRow, @Nullable Object> value) {
    return new Unnested.Column<>(name, type, ask -> value.apply(ask.verdict()));
  }
}
