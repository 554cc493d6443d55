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
import java.io.PrintWriter;
import java.io.StringWriter;
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
}
