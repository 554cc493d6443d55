package com.personalagentproxy.sandbox.persistence.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore.Admitted;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.PostgresSandboxStore;
import com.personalagentproxy.sandbox.persistence.PostgresTasks;
import com.personalagentproxy.sandbox.persistence.Tables;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.persistence.identity.Installation;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.TaskTitle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What commands leave to be done in indexes: in those of the sandboxes nothing, but once a minute;
 * in those of the history nothing when they end.
 */
class CommandCostTest {

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private static final int SANDBOXES = 20;
  private static final int COMMANDS_EACH = 20;
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

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

  @Test
  void andThoseOfTheTasksOnceInFiveMinutes() {
    long changes =
        DATABASE
            .jdbi()
            .inTransaction(
                handle -> {
                  Jdbi jdbi = Database.prepared(Jdbi.create(handle.getConnection()));
                  PostgresTasks tasks = new PostgresTasks(jdbi);
                  Task task =
                      tasks.start(agent(jdbi), new TaskTitle("work"), null, NOON.minusSeconds(9));
                  for (int second = 0; second < 300; second += 20) {
                    tasks.active(task.id(), NOON.plusSeconds(second));
                  }
                  return handle
                      .createQuery(
                          """
                          SELECT n_tup_upd - n_tup_hot_upd
                          FROM pg_stat_xact_user_tables WHERE relname = 'tasks'
                          """)
                      .mapTo(Long.class)
                      .one();
                });

    assertThat(changes).isEqualTo(1);
  }

  private static Agent agent(Jdbi jdbi) {
    return new Installation(jdbi).firstStart("Ada", NOON).orElseThrow().agent();
  }

  /** They end long after they began: all of their pages are full of others by then. */
  @Test
  void endsOfCommandsChangeTheIndexesOfTheHistorySeldom() {
    try (Database alone = Database.open(DATABASE.address(), "alone", 1, Tables.SERVER)) {
      PostgresSandboxStore store = new PostgresSandboxStore(alone.jdbi());
      TaskId holder = SomeSandbox.someTask();
      List<Admission.Keep> running = new ArrayList<>();
      for (int number = 0; number < SANDBOXES; number++) {
        Sandbox sandbox =
            SomeSandbox.heldBy(
                holder, SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON));
        store.add(sandbox);
        for (int command = 0; command < COMMANDS_EACH; command++) {
          running.add(admitted(holder, sandbox, NOON, store));
        }
      }
      Updates before = updates(alone.jdbi(), 0);
      running.forEach(
          keep -> store.end(keep.sandbox(), keep.command().id(), SomeEntry.exited(), NOON));
      Updates after = updates(alone.jdbi(), before.all() + running.size());

      assertThat(after.all() - before.all()).isEqualTo(running.size());
      assertThat(after.inTheirPages() - before.inTheirPages())
          .isGreaterThan(running.size() * 8L / 10);
    }
  }

  /**
   * Of entries.
   *
   * @param inTheirPages those that no index was changed for
   */
  public record Updates(long all, long inTheirPages) {}

  /** Once so many are counted: PostgreSQL counts a session's now and then. */
  private static Updates updates(Jdbi jdbi, long least) {
    long begun = System.nanoTime();
    while (true) {
      Updates updates =
          jdbi.withHandle(
              handle ->
                  handle
                      .createQuery(
                          """
                          SELECT n_tup_upd AS all, n_tup_hot_upd AS in_their_pages
                          FROM pg_stat_user_tables WHERE relname = 'sandbox_activity'
                          """)
                      .map(ConstructorMapper.of(Updates.class))
                      .one());
      if (updates.all() >= least || System.nanoTime() - begun > LONGEST.toNanos()) {
        return updates;
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private static Admission.Keep admitted(
      TaskId holder, Sandbox sandbox, Instant now, PostgresSandboxStore store) {
    RunningCommand command = SomeSandbox.command(holder, now.plusSeconds(9));
    Admission.Keep keep =
        new Admission.Keep(sandbox.id(), holder, command, SomeEntry.of(command, sandbox), now);
    assertThat(store.admit(keep)).isInstanceOf(Admitted.In.class);
    return keep;
  }

  private static void ran(TaskId holder, Sandbox sandbox, Instant now, PostgresSandboxStore store) {
    RunningCommand command = admitted(holder, sandbox, now, store).command();
    assertThat(store.end(sandbox.id(), command.id(), SomeEntry.exited(), now)).isTrue();
  }
}
