package com.personalagentproxy.sandbox.persistence.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.PostgresSandboxStore;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What commands leave to be done in the indexes of the sandboxes: nothing, but once a minute. */
class CommandCostTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Test
  void commandsChangeTheIndexesOfTheSandboxesOnceAMinute() {
    TaskId holder = SomeSandbox.someTask();
    Sandbox sandbox =
        SomeSandbox.heldBy(
            holder,
            SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON.minusSeconds(99)));

    long changes =
        DATABASE
            .jdbi()
            .inTransaction(
                handle -> {
                  PostgresSandboxStore store =
                      new PostgresSandboxStore(
                          Database.prepared(Jdbi.create(handle.getConnection())));
                  store.add(sandbox);
                  for (int second = 0; second < 60; second += 10) {
                    ran(holder, sandbox, NOON.plusSeconds(second), store);
                  }
                  return handle
                      .createQuery(
                          """
                          SELECT n_tup_upd - n_tup_hot_upd
                          FROM pg_stat_xact_user_tables WHERE relname = 'sandboxes'
                          """)
                      .mapTo(Long.class)
                      .one();
                });

    assertThat(changes).isEqualTo(1);
  }

  private static void ran(TaskId holder, Sandbox sandbox, Instant now, PostgresSandboxStore store) {
    RunningCommand command = SomeSandbox.command(holder, now.plusSeconds(9));
    store.admit(
        new Admission.Keep(sandbox.id(), holder, command, SomeEntry.of(command, sandbox), now));
    assertThat(store.end(sandbox.id(), command.id(), SomeEntry.exited(), now)).isTrue();
  }
}
