package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.collection.ShortcutContract;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.persistence.EndedTogether.End;
import com.personalagentproxy.sandbox.persistence.KeptTogether.Form;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The statements for many keep the contract too, with one at a time. What they leave out since
 * another writer has it is asked again; whether they leave out too much is in {@link TogetherTest}.
 */
class AlwaysTogetherTest implements ShortcutContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Override
  public Shortcut shortcut() {
    Statements statements = new Statements(DATABASE.jdbi());
    Rows<KeptRow> rows = Rows.of(KeptRow.class);
    Shortcut usual = new PostgresShortcut(DATABASE.jdbi());
    return new Shortcut() {
      @Override
      public Optional<Kept> keep(Next next) {
        try {
          Optional<Kept> kept =
              new KeptTogether(Form.of(next), rows, statements)
                  .of(List.of(next))
                  .getOrDefault(next, Optional.empty());
          return kept.isPresent() ? kept : usual.keep(next);
        } catch (UnableToExecuteStatementException taken) {
          return usual.keep(next);
        }
      }

      @Override
      public void end(
          SandboxId sandbox, CommandId command, TaskId task, Verdict.Ending ending, Instant now) {
        if (new EndedTogether(statements)
            .of(List.of(new End(sandbox, command, task, ending, now)))
            .isEmpty()) {
          usual.end(sandbox, command, task, ending, now);
        }
      }
    };
  }

  @Override
  public SandboxStore store() {
    return new PostgresSandboxStore(DATABASE.jdbi());
  }

  @Override
  public Tasks tasks() {
    return new PostgresTasks(DATABASE.jdbi());
  }

  @Override
  public Activity activity() {
    return new PostgresActivity(DATABASE.jdbi());
  }

  @Override
  public Agent someAgent() {
    return new SomePeople(DATABASE.jdbi()).agent();
  }
}
