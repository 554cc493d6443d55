package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.micros;

import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.PersonsCommand;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore.Admitted;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Counts commands in and out: one statement each, that changes the sandbox's row and its command's
 * entry or neither.
 */
final class CommandWrites {

  private static final String EXEC_ID_TAKEN = "sandbox_activity_exec_id";

  private final Statements statements;
  private final PostgresActivity activity;

  CommandWrites(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
    this.activity = new PostgresActivity(jdbi);
  }

  Admitted admit(Admission admission) {
    while (true) {
      try {
        Optional<Sandbox> in = statements.withHandle(handle -> one(admitting(admission, handle)));
        return in.<Admitted>map(Admitted.In::new).orElseGet(() -> notAdmitted(admission));
      } catch (UnableToExecuteStatementException failure) {
        Optional<Entry> first = isTaken(failure) ? first(admission) : Optional.empty();
        if (first.isPresent()) {
          return new Admitted.Repeated(first.get());
        }
        if (!isTaken(failure)) {
          throw failure;
        }
        // What had the exec_id was certainly not run, and has given it back: try again.
      }
    }
  }

  private Admitted notAdmitted(Admission admission) {
    return first(admission)
        .<Admitted>map(Admitted.Repeated::new)
        .orElseGet(Admitted.NotAsSaid::new);
  }

  private Optional<Entry> first(Admission admission) {
    AskedCommand command = admission.entry().command();
    ExecKey key = command == null ? null : command.key();
    return key == null
        ? Optional.empty()
        : activity.commandOf(admission.entry().agent().id(), admission.sandbox().value(), key);
  }

  static boolean isTaken(UnableToExecuteStatementException failure) {
    return failure.getCause() instanceof PSQLException refused
        && Optional.ofNullable(refused.getServerErrorMessage())
            .map(ServerErrorMessage::getConstraint)
            .filter(EXEC_ID_TAKEN::equals)
            .isPresent();
  }

  private static Query admitting(Admission admission, Handle handle) {
    if (admission instanceof Admission.Keep keep) {
      return counting("", "holder = :holder", keep, handle).bind("holder", keep.holder().value());
    }
    Admission.Take take = (Admission.Take) admission;
    Lease lease = take.lease();
    return counting(
            "holder = :holder, held_since = :heldSince,",
            "admissions = :admissions AND " + GuardedWrites.NO_TASK_WORKS,
            take,
            handle)
        .bind("holder", lease.holder().value())
        .bind("heldSince", lease.since())
        .bind("admissions", take.admissions());
  }

  private static Query counting(
      String lease, String leaseIsSo, Admission admission, Handle handle) {
    RunningCommand command = admission.command();
    Query query =
        handle.createQuery(
            """
            WITH admitted AS (
              UPDATE sandboxes SET %s %s
              WHERE id = :id AND state NOT IN ('deleting', 'lost') AND %s
              RETURNING *
            ), written AS (
              %s SELECT %s FROM admitted
            )
            SELECT %s FROM admitted AS sandboxes
            """
                .formatted(
                    lease,
                    countsIn(":", ":task"),
                    leaseIsSo,
                    EntryRow.INSERT,
                    EntryRow.VALUES,
                    SandboxRow.COLUMNS));
    return EntryRow.of(admission.entry())
        .bind(query)
        .bind("id", admission.sandbox().value())
        .bind("nowMicros", micros(admission.now()))
        .bind("now", admission.now())
        .bind("command", command.id().value())
        .bind("task", command.task() == null ? null : command.task().value())
        .bind("deadline", micros(command.deadline()));
  }

  /**
   * Counts a task's command in: what a statement sets for it.
   *
   * @param given goes before the names of what is given: a colon if it is bound, else its table
   * @param task says whose command it is
   */
  static String countsIn(String given, String task) {
    return "admissions = admissions + 1, " + runs(given, task);
  }

  private static String runs(String given, String task) {
    return """
    last_used = greatest(last_used, %1$snow),
    running =
      jsonb_path_query_array(
        running, '$[*] ? (@.deadline > $now)', jsonb_build_object('now', %1$snowMicros))
      || jsonb_build_array(jsonb_build_object('id', %1$scommand, 'task', %2$s, 'deadline', %1$sdeadline))
    """
        .formatted(given, task);
  }

  Optional<Sandbox> countIn(PersonsCommand command) {
    return statements.withHandle(
        handle ->
            one(
                handle
                    .createQuery(
                        """
                        UPDATE sandboxes SET %s
                        WHERE id = :id AND state NOT IN ('deleting', 'lost')
                        RETURNING %s
                        """
                            .formatted(runs(":", ":task"), SandboxRow.COLUMNS))
                    .bind("id", command.sandbox().value())
                    .bind("command", command.id().value())
                    .bind("task", RunningColumn.NO_TASK)
                    .bind("now", command.now())
                    .bind("nowMicros", micros(command.now()))
                    .bind("deadline", micros(command.deadline()))));
  }

  /** Counts a command out: what a statement sets for it. */
  static String countsOut(String given) {
    return """
    last_used = greatest(last_used, %1$snow),
    running = jsonb_path_query_array(
      running, '$[*] ? (@.id != $id)', jsonb_build_object('id', %1$scommand))
    """
        .formatted(given);
  }

  /** Whether a command is counted in. */
  static String isCountedIn(String given) {
    return "running @> jsonb_build_array(jsonb_build_object('id', %scommand))".formatted(given);
  }

  /** Counts a command out and ends its entry: goes after {@code WITH}. */
  static final String COUNTED_OUT =
      """
      counted_out AS (
        UPDATE sandboxes SET %s
        WHERE id = :id AND %s
        RETURNING id
      ), ended AS (
        UPDATE sandbox_activity SET %s WHERE id = :command AND verdict = 'running'
      )
      """
          .formatted(countsOut(":"), isCountedIn(":"), VerdictRow.SET);

  boolean end(SandboxId sandbox, CommandId command, Verdict.Ending ending, Instant now) {
    return statements.withHandle(
        handle ->
            VerdictRow.of(ending)
                .bind(
                    handle.createQuery(
                        "WITH " + COUNTED_OUT + " SELECT EXISTS (SELECT FROM counted_out)"))
                .bind("id", sandbox.value())
                .bind("command", command.value())
                .bind("now", now)
                .mapTo(Boolean.class)
                .one());
  }

  List<Entry> abandoned(Instant now, int limit) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT entry.*
                    FROM (
                      SELECT deadline, id FROM sandbox_running_commands WHERE deadline <= :now
                      ORDER BY deadline
                      LIMIT :limit) AS due,
                    LATERAL (
                      SELECT * FROM sandbox_activity WHERE id = due.id AND verdict = 'running' LIMIT 1) AS entry
                    ORDER BY due.deadline
                    """)
                .bind("now", now)
                .bind("limit", limit)
                .mapTo(EntryRow.class)
                .stream()
                .map(EntryRow::entry)
                .toList());
  }

  private static Optional<Sandbox> one(Query rows) {
    return rows.mapTo(SandboxRow.class).findOne().map(SandboxRow::sandbox);
  }
}
