package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.activity.ActivityContract;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresActivityTest implements ActivityContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Override
  public Activity activity() {
    return new PostgresActivity(DATABASE.jdbi());
  }

  /** agent-sandbox 895 and Daytona 4302: commands with secrets in traces and logs. */
  @Test
  void whatCannotBeWrittenIsNotSaidInTheFailure() {
    Entry secret =
        new Entry(
            new EntryId(UUID.randomUUID()),
            NOON,
            SomeEntry.AGENT,
            null,
            Deed.EXEC,
            new About.Nothing(),
            AskedCommand.of("login hunter2", null),
            new Verdict.Done());
    activity().write(secret);

    assertThatThrownBy(() -> activity().write(secret))
        .hasMessageContaining("INSERT INTO sandbox_activity")
        .hasStackTraceContaining("duplicate key")
        .satisfies(
            failure -> {
              StringWriter trace = new StringWriter();
              failure.printStackTrace(new PrintWriter(trace));
              assertThat(trace.toString()).doesNotContain("hunter2");
            });
  }

  /** V18: they would be the first that are looked for, each time, and hide those behind them. */
  @Test
  void whoIsTakenOutByHandIsNotLookedForAmongTheAbandoned() {
    RunningCommand first = ran(NOON);
    RunningCommand second = ran(NOON.plusSeconds(1));
    RunningCommand left = ran(NOON.plusSeconds(2));
    DATABASE
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "DELETE FROM sandbox_activity WHERE id IN (?, ?)",
                    first.id().value(),
                    second.id().value()));

    assertThat(new PostgresSandboxStore(DATABASE.jdbi()).abandoned(NOON.plusSeconds(9), 2))
        .extracting(Entry::id)
        .containsExactly(EntryId.of(left.id()));
  }

  @Test
  void norIsAnyOfAHistoryThatIsEmptiedByHand() {
    ran(NOON);
    DATABASE.jdbi().useHandle(handle -> handle.execute("TRUNCATE sandbox_activity"));

    KeptBeside.requireThatItIsAsTheEntriesSay(DATABASE.jdbi());
  }

  private RunningCommand ran(Instant deadline) {
    RunningCommand command = SomeSandbox.command(SomeSandbox.someTask(), deadline);
    activity()
        .write(
            SomeEntry.of(command, SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON)));
    return command;
  }
}
