package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskRequest;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** A database that any version before filled keeps its rows, and works. */
@Tag("once")
class MigrationsTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00.123456Z");
  private static final UUID SANDBOX = UUID.fromString("00000000-0000-4000-8000-00000000000a");
  private static final UUID CONNECTION = UUID.fromString("00000000-0000-4000-8000-00000000000c");

  private static final MemberId MEMBER =
      new MemberId(UUID.fromString("00000000-0000-4000-8000-000000000002"));
  private static final UUID AGENT = UUID.fromString("00000000-0000-4000-8000-000000000003");

  /** A row or a few of each table that a version has made, by the columns that it began with. */
  private static final Map<String, String> ROWS = rows();

  private static Map<String, String> rows() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(
        "sandboxes",
        """
        (id, connection_id, name, name_key, made_at, made_by, creation_key, state, state_since, deadline, generation,
         reason, last_used, holder, held_since, admissions, running)
        VALUES ('%s', '%s', 'Build', 'build', '%3$s', 'agent Ada', 'key', 'awake', '%3$s', NULL, 3,
         'It was woken.', '%3$s', gen_random_uuid(), '%3$s', 5,
         '[{"id": "00000000-0000-4000-8000-0000000000c0", "task": "00000000-0000-4000-8000-0000000000aa", "deadline": 1}]')
        """
            .formatted(SANDBOX, CONNECTION, NOON));
    rows.put(
        "organizations",
        "VALUES ('00000000-0000-4000-8000-000000000001', 'Engines', '%s')".formatted(NOON));
    rows.put("experiments", "VALUES ('00000000-0000-4000-8000-000000000001', 'sandboxes')");
    rows.put(
        "members",
        "VALUES ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'Ada', 'owner', '%s')"
            .formatted(NOON));
    rows.put(
        "agents",
        """
        (id, member_id, name, name_key, token_hash, made_at)
        VALUES ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', 'Laptop', 'laptop',
                '\\x00ff', '%s')
        """
            .formatted(NOON));
    rows.put(
        "sign_ins",
        "VALUES ('\\x01', '00000000-0000-4000-8000-000000000002', '%s', NULL)".formatted(NOON));
    rows.put(
        "web_sessions",
        "VALUES ('\\x02', '00000000-0000-4000-8000-000000000002', '%1$s', '%1$s')".formatted(NOON));
    rows.put("installation", "VALUES (true, gen_random_uuid(), '%s')".formatted(NOON));
    rows.put("machines_place", "VALUES (true, gen_random_uuid())");
    rows.put(
        "connections",
        "VALUES ('%s', '00000000-0000-4000-8000-000000000001', NULL)".formatted(CONNECTION));
    rows.put(
        "connection_settings",
        "VALUES ('%s', '00000000-0000-4000-8000-000000000003', 'see', true)".formatted(CONNECTION));
    rows.put(
        "tasks",
        """
        (id, agent_id, title, is_own, started_at, last_active)
        VALUES ('00000000-0000-4000-8000-0000000000aa', '00000000-0000-4000-8000-000000000003', 'Fix it', true,
                '%1$s', '%1$s')
        """
            .formatted(NOON));
    rows.put(
        "sandbox_activity",
        """
        (id, called_at, organization_id, member_id, agent_id, agent_name, deed, connection_id, sandbox_id, sandbox_name,
         line, exec_id, fingerprint, verdict, deadline, took_lease, outcome, exit_code, took_nanos,
         stdout_head, stdout_left_out, stdout_tail, stderr_head, stderr_left_out, stderr_tail, refusal, sentence)
        SELECT gen_random_uuid(), '%1$s', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002',
          '%3$s', 'Laptop', 'exec', '%4$s', CAST('%2$s' AS uuid), 'Build', 'make', exec_id, fingerprint,
          verdict, CAST(deadline AS timestamptz), false, outcome, code, nanos, out, cut, '', '', cut, '', refusal, sentence
        FROM (VALUES
          (NULL, NULL, 'ended', NULL, 'exited', 0, 7, 'done', 0, NULL, NULL),
          ('ended', 'f', 'ended', NULL, 'exited', 0, 7, 'done', 0, NULL, NULL),
          ('runs', 'f', 'running', '%1$s', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
          ('was refused', 'f', 'refused', '%1$s', NULL, NULL, NULL, NULL, NULL, 'unreachable', 'It is away.'))
          AS entry(exec_id, fingerprint, verdict, deadline, outcome, code, nanos, out, cut, refusal, sentence)
        """
            .formatted(NOON, SANDBOX, AGENT, CONNECTION));
    rows.put(
        "sandbox_steps",
        "(sandbox_id, connection_id, state, at, reason) VALUES ('%s', '%s', 'awake', '%s', 'It was woken.')"
            .formatted(SANDBOX, CONNECTION, NOON));
    return rows;
  }

  @TestFactory
  List<DynamicTest> whatAnyVersionFilledIsKeptAndWorks() {
    return Arrays.stream(
            Tables.SERVER
                .flyway(source(DATABASE.address()), MigrationPatience.USUAL)
                .load()
                .info()
                .all())
        .map(MigrationInfo::getVersion)
        .filter(Objects::nonNull)
        .filter(version -> version.isAtLeast("1"))
        .map(
            version ->
                DynamicTest.dynamicTest(
                    "version " + version, () -> assertThatItIsKeptSince(version)))
        .toList();
  }

  private static void assertThatItIsKeptSince(MigrationVersion version) {
    DatabaseAddress old = filledAt(version);
    Map<String, List<String>> before = contents(old);
    assertThat(before).containsKey("sandboxes");

    try (Database opened = Database.open(old)) {
      before.forEach(
          (table, rows) ->
              assertThat(rows)
                  .allSatisfy(row -> assertThat(isKept(table, row, opened.jdbi())).isTrue()));
      assertThatItWorks(opened.jdbi());
      if (before.containsKey("sandbox_activity")) {
        assertThatCommandsGoOn(opened.jdbi());
      }
      if (before.containsKey("tasks")) {
        assertThatTasksAreUnderWay(opened.jdbi());
      }
    }
  }

  private static void assertThatItWorks(Jdbi jdbi) {
    PostgresSandboxStore store = new PostgresSandboxStore(jdbi);
    Sandbox kept = store.find(new SandboxId(SANDBOX)).orElseThrow();
    assertThat(kept.lastUsed()).isEqualTo(NOON);
    assertThat(kept.running()).hasSize(1);
    assertThat(
            store.named(
                SandboxName.of("BUILD").orElseThrow(), List.of(new ConnectionId(CONNECTION))))
        .hasSize(1);
    assertThat(
            store.claimIdle(
                new Idleness(NOON, NOON), SomeSandbox.onTheWay(Move.SLEEP, NOON), "idle", 10))
        .extracting(Sandbox::id)
        .containsExactly(kept.id());
    store.add(SomeSandbox.awake(new ConnectionId(CONNECTION), "another", NOON));
    KeptBeside.requireThatItIsAsTheEntriesSay(jdbi);
  }

  /** X11, M6: what ran and what was refused, as the version before wrote it down. */
  private static void assertThatCommandsGoOn(Jdbi jdbi) {
    PostgresSandboxStore store = new PostgresSandboxStore(jdbi);
    PostgresActivity activity = new PostgresActivity(jdbi);
    List<Entry> abandoned = store.abandoned(NOON, 9);
    assertThat(abandoned)
        .containsExactly(
            activity
                .commandOf(new AgentId(AGENT), SANDBOX, new ExecKey("runs", "f"))
                .orElseThrow());
    assertThat(activity.commandOf(new AgentId(AGENT), SANDBOX, new ExecKey("ended", "f")))
        .isPresent();
    assertThat(activity.commandOf(new AgentId(AGENT), SANDBOX, new ExecKey("was refused", "f")))
        .isEmpty();

    store.end(new SandboxId(SANDBOX), abandoned.get(0).id().command(), SomeEntry.exited(), NOON);

    assertThat(store.abandoned(NOON, 9)).isEmpty();
    KeptBeside.requireThatItIsAsTheEntriesSay(jdbi);
  }

  private static void assertThatTasksAreUnderWay(Jdbi jdbi) {
    assertThat(
            new PostgresTasks(jdbi)
                .page(new TaskRequest(MEMBER, Task.State.UNDER_WAY, NOON.plusSeconds(60), null, 9)))
        .extracting(Task::title)
        .containsExactly("Fix it");
  }

  @Test
  void whatEntriesLeftBehindThatWereTakenOutByHandGoes() {
    DatabaseAddress old = filledAt(MigrationVersion.fromVersion("17"));
    Jdbi.create(source(old))
        .useHandle(
            handle -> handle.execute("DELETE FROM sandbox_activity WHERE verdict = 'running'"));

    try (Database opened = Database.open(old)) {
      KeptBeside.requireThatItIsAsTheEntriesSay(opened.jdbi());
    }
  }

  /** An index that is made while others write is in no transaction: what it left is done again. */
  @Test
  void aStepThatFailedOutsideATransactionIsDoneAgain() {
    DatabaseAddress old = filledAt(MigrationVersion.fromVersion("15"));
    Jdbi jdbi = Jdbi.create(source(old));
    // The same exec_id twice: no version writes that.
    jdbi.useHandle(
        handle -> {
          handle.execute("DROP INDEX sandbox_activity_exec_id");
          handle.execute("UPDATE sandbox_activity SET exec_id = 'ended' WHERE exec_id = 'runs'");
        });

    assertThatThrownBy(() -> Database.open(old))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("can't be brought up to date")
        .hasMessageContaining("sandbox_activity_exec_id_in_force")
        .hasMessageEndingWith(
            "Nothing is lost: mend that and start again, and the failed step is done anew.");

    jdbi.useHandle(
        handle -> {
          handle.execute("UPDATE sandbox_activity SET exec_id = 'runs' WHERE verdict = 'running'");
          handle.execute("CREATE INDEX sandbox_activity_exec_id ON sandbox_activity (exec_id)");
        });
    try (Database opened = Database.open(old)) {
      assertThatItWorks(opened.jdbi());
      assertThatCommandsGoOn(opened.jdbi());
      assertThat(unusableIndexes(opened.jdbi())).isEmpty();
    }
  }

  private static List<String> unusableIndexes(Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT CAST(CAST(indexrelid AS regclass) AS text) FROM pg_index WHERE NOT indisvalid")
                .mapTo(String.class)
                .list());
  }

  @Test
  void aStepThatFailsStopsTheStartAndLeavesAllAsItWas() {
    DatabaseAddress old = filledAt(MigrationVersion.fromVersion("1"));
    Jdbi jdbi = Jdbi.create(source(old));
    jdbi.useHandle(handle -> handle.execute("CREATE TABLE agents (id int)"));
    Map<String, List<String>> before = contents(old);

    assertThatThrownBy(() -> Database.open(old))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("can't be brought up to date")
        .hasMessageContaining("Nothing of the failed step was kept.");
    assertThat(contents(old)).isEqualTo(before);

    jdbi.useHandle(handle -> handle.execute("DROP TABLE agents"));
    try (Database opened = Database.open(old)) {
      assertThatItWorks(opened.jdbi());
    }
  }

  private static DatabaseAddress filledAt(MigrationVersion version) {
    DatabaseAddress old = DATABASE.emptyOne();
    Tables.SERVER.flyway(source(old), MigrationPatience.USUAL).target(version).load().migrate();
    Jdbi.create(source(old)).useHandle(MigrationsTest::fill);
    return old;
  }

  private static void fill(Handle handle) {
    ROWS.forEach(
        (table, row) -> {
          if (tables(handle).contains(table)) {
            execute("INSERT INTO " + table + " " + row, handle);
          }
        });
  }

  /** Without placeholders: a backslash and a question mark are what they are. */
  private static void execute(String statement, Handle handle) {
    try (Statement plain = handle.getConnection().createStatement()) {
      plain.execute(statement);
    } catch (SQLException failure) {
      throw new IllegalStateException(statement, failure);
    }
  }

  private static List<String> tables(Handle handle) {
    return handle
        .createQuery(
            """
            SELECT tablename FROM pg_tables
            WHERE schemaname = 'public' AND tablename <> 'sandbox_schema_history'
            """)
        .mapTo(String.class)
        .list();
  }

  private static Map<String, List<String>> contents(DatabaseAddress address) {
    return Jdbi.create(source(address))
        .withHandle(
            handle -> {
              Map<String, List<String>> contents = new LinkedHashMap<>();
              for (String table : tables(handle)) {
                contents.put(
                    table,
                    new ArrayList<>(
                        handle
                            .createQuery("SELECT to_jsonb(kept)::text FROM " + table + " AS kept")
                            .mapTo(String.class)
                            .list()));
              }
              return contents;
            });
  }

  /** With more columns, maybe. */
  private static boolean isKept(String table, String row, Jdbi jdbi) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT EXISTS (SELECT FROM %s AS kept WHERE to_jsonb(kept) @> CAST(:row AS jsonb))"
                        .formatted(table))
                .bind("row", row)
                .mapTo(Boolean.class)
                .one());
  }

  private static PGSimpleDataSource source(DatabaseAddress address) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(address.url());
    source.setUser(address.user());
    source.setPassword(address.password());
    return source;
  }
}
