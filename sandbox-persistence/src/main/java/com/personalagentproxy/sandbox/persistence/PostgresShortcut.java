package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.persistence.EndedTogether.End;
import com.personalagentproxy.sandbox.persistence.KeptTogether.Form;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;

/**
 * The holder's next command in one statement before it runs and one after, in a database that has
 * the sandboxes and the tasks. What many threads ask at the same time goes {@linkplain Rounds
 * together}, so that it is one statement and one commit for all of them. To be kept, one for each
 * database.
 */
public final class PostgresShortcut implements Shortcut {

  /** At most a few: the more there are at once, the fewer go together. */
  private static final int ROUNDS_AT_ONCE = 3;

  private static final int MOST_IN_A_ROUND = 64;

  /** For how long whoever waits for a round waits on while none ends. */
  static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final String END =
      "WITH RECURSIVE "
          + Lineage.of(Lineage.TASK)
          + ", "
          + CommandWrites.COUNTED_OUT
          + ", "
          + Lineage.locked("(SELECT count(*) FROM counted_out) >= 0")
          + Lineage.ACTIVE;

  private final int atOnce;
  private final Statements statements;
  private final Map<Form, Rounds<Next, Optional<Kept>>> keeping;
  private final Rounds<End, Boolean> ending;

  /** With a {@link Database#jdbi}. */
  public PostgresShortcut(Jdbi jdbi) {
    this(jdbi, ROUNDS_AT_ONCE);
  }

  PostgresShortcut(Jdbi jdbi, int atOnce) {
    this.atOnce = atOnce;
    this.statements = new Statements(jdbi);
    Rows<KeptRow> rows = Rows.of(KeptRow.class);
    this.keeping =
        Stream.of(false, true)
            .flatMap(own -> Stream.of(new Form(own, false), new Form(own, true)))
            .collect(Collectors.toMap(Function.identity(), form -> keeping(form, rows)));
    this.ending = rounds(new Ending());
  }

  @Override
  public Optional<Kept> keep(Next next) {
    return Optional.ofNullable(keeping.get(Form.of(next))).orElseThrow().ask(next);
  }

  @Override
  public void end(
      SandboxId sandbox, CommandId command, TaskId task, Verdict.Ending verdict, Instant now) {
    ending.ask(new End(sandbox, command, task, verdict, now));
  }

  private Rounds<Next, Optional<Kept>> keeping(Form form, Rows<KeptRow> rows) {
    return rounds(
        new Keeping(new KeptAlone(rows, statements), new KeptTogether(form, rows, statements)));
  }

  private <A, R> Rounds<A, R> rounds(Rounds.Work<A, R> work) {
    return new Rounds<>(work, atOnce, MOST_IN_A_ROUND, PATIENCE);
  }

  private record Keeping(KeptAlone alone, KeptTogether together)
      implements Rounds.Work<Next, Optional<Kept>> {

    @Override
    public Object key(Next next) {
      return List.of(next.sandbox(), next.seen());
    }

    @Override
    public Optional<Kept> alone(Next next) {
      return alone.of(next);
    }

    @Override
    public Map<Next, Optional<Kept>> together(List<Next> all) {
      return together.of(all);
    }
  }

  private final class Ending implements Rounds.Work<End, Boolean> {
    private final EndedTogether together = new EndedTogether(statements);

    @Override
    public Object key(End end) {
      return end.sandbox();
    }

    @Override
    public Boolean alone(End end) {
      statements.useHandle(
          handle ->
              VerdictRow.of(end.ending())
                  .bind(handle.createUpdate(END))
                  .bind("id", end.sandbox().value())
                  .bind("command", end.command().value())
                  .bind("task", end.task().value())
                  .bind("now", end.now())
                  .execute());
      return true;
    }

    @Override
    public Map<End, Boolean> together(List<End> ends) {
      return together.of(ends);
    }
  }
}
