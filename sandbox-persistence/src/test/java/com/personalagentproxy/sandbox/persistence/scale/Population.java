package com.personalagentproxy.sandbox.persistence.scale;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.task.TaskId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * So many sandboxes and entries, and a tenth as many tasks as sandboxes. One connection has half of
 * the sandboxes and each other one ten; one in fifty is awake and was used in the last half hour.
 * On top, whatever the size: what is {@link #DUE}, entries that may be cleared, and fifty
 * colleagues in an organization. Ids are as scattered as random ones, but known: each is made of
 * its number.
 *
 * @param sandboxes a multiple of 1,000
 * @param old how many entries more are from before {@link #OLDEST_KEPT}
 */
record Population(int sandboxes, long entries, int old) {

  static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  /** Which sandboxes are idle. */
  static final Instant IDLE_SINCE = NOW.minus(Duration.ofMinutes(30));

  /** So many sandboxes are idle, so many overdue, and so many commands abandoned. */
  static final int DUE = 1000;

  static final Instant OLDEST_KEPT = NOW.minus(Duration.ofDays(91));

  private static final String SANDBOXES =
      """
      INSERT INTO sandboxes (
        id, connection_id, name, name_key, made_at, made_by, state, state_since, deadline, generation, reason,
        last_used, holder, held_since, admissions, running)
      SELECT CAST(md5('sandbox ' || n) AS uuid),
        CAST(md5('connection ' || CASE WHEN n % 2 = 0 THEN 0 ELSE 1 + n / 20 END) AS uuid),
        name, lower(name), CAST(:now AS timestamptz) - (:sandboxes + 2 * :due - n) * interval '30 seconds',
        'agent Ada''s laptop', state, :now,
        CASE state WHEN 'waking' THEN CAST(:now AS timestamptz) - n % :due * interval '1 second' END,
        1, 'made by agent Ada''s laptop',
        CAST(:now AS timestamptz) - CASE
          WHEN n >= :sandboxes THEN interval '31 minutes' + n % :due * interval '1 second'
          WHEN state = 'awake' THEN n % 1500 * interval '1 second'
          ELSE interval '1 hour' + n % 300 * interval '1 day' END,
        CAST(md5('task ' || n % (:sandboxes / 10)) AS uuid), :now, 3, '[]'
      FROM (
        SELECT n,
          CASE
            WHEN n >= :sandboxes + :due THEN 'waking'
            WHEN n >= :sandboxes OR n % 50 = 7 THEN 'awake'
            ELSE 'asleep' END AS state,
          (ARRAY[
            'Build server', 'Docs site', 'Flaky test', 'Release train', 'Data import', 'Load test', 'Web shop',
            'Mail queue', 'Search index', 'Playground'])[1 + n * 7 % 10]
            || CASE WHEN n % (:sandboxes / 5) = 100 THEN ' needle ' ELSE ' ' END || n AS name
        FROM generate_series(0, :sandboxes + 2 * :due - 1) AS n) AS numbered
      """;

  private static final List<String> PEOPLE_AND_TASKS =
      List.of(
          """
          INSERT INTO organizations (id, name, made_at)
          SELECT CAST(md5('organization ' || n) AS uuid), 'Organization ' || n, :now
          FROM generate_series(0, :organizations) AS n
          """,
          """
          INSERT INTO members (id, organization_id, name, role, made_at)
          SELECT CAST(md5('member ' || n) AS uuid), CAST(md5('organization ' || n % :organizations) AS uuid),
            'Member ' || n, 'member', CAST(:now AS timestamptz)
          FROM generate_series(0, :sandboxes / 100 - 1) AS n
          UNION ALL
          SELECT CAST(md5('colleague ' || n) AS uuid), CAST(md5('organization ' || :organizations) AS uuid),
            'Colleague ' || n, 'member', CAST(:now AS timestamptz)
          FROM generate_series(1, 50) AS n
          """,
          """
          INSERT INTO agents (id, member_id, name, name_key, token_hash, made_at)
          SELECT CAST(md5('agent ' || n) AS uuid), CAST(md5('member ' || n) AS uuid), 'agent ' || n, 'agent ' || n,
            sha256(CAST('token ' || n AS bytea)), :now
          FROM generate_series(0, :sandboxes / 100 - 1) AS n
          """,
          """
          INSERT INTO tasks (id, agent_id, title, is_own, started_at, last_active)
          SELECT CAST(md5('task ' || n) AS uuid), CAST(md5('agent ' || n % (:sandboxes / 100)) AS uuid), 'Task ' || n,
            false, :now, :now
          FROM generate_series(0, :sandboxes / 10 - 1) AS n
          """,
          """
          INSERT INTO connections (id, organization_id, member_id)
          SELECT CAST(md5('own ' || id) AS uuid), organization_id, id FROM members WHERE :sandboxes > 0
          UNION ALL
          SELECT CAST(md5('shared ' || id) AS uuid), id, NULL FROM organizations
          """,
          """
          INSERT INTO oauth_grants (id, agent_id, client_id, client_name, resource, made_at)
          SELECT CAST(md5('grant ' || n) AS uuid), CAST(md5('agent ' || n % (:sandboxes / 100)) AS uuid), 'client',
            'Client', 'https://sandboxes.example/mcp', :now
          FROM generate_series(0, :sandboxes / 10 - 1) AS n
          """,
          """
          INSERT INTO oauth_access_tokens (token_hash, grant_id, expires_at)
          SELECT sha256(CAST('sbx_oauth_' || n AS bytea)), CAST(md5('grant ' || n) AS uuid),
            CAST(:now AS timestamptz) + interval '1 year'
          FROM generate_series(0, :sandboxes / 10 - 1) AS n
          """,
          // The first agent has finished many since.
          """
          INSERT INTO tasks (id, agent_id, title, is_own, started_at, last_active, finished_at, finished_in)
          SELECT CAST(md5('finished task ' || n) AS uuid), CAST(md5('agent 0') AS uuid), 'Finished task ' || n, false,
            CAST(:now AS timestamptz) + interval '1 second', CAST(:now AS timestamptz),
            CAST(:now AS timestamptz) - interval '1 day', CAST(md5('organization 0') AS uuid)
          FROM generate_series(0, :sandboxes / 10 - 1) AS n
          """,
          // The second has left as many open.
          """
          INSERT INTO tasks (id, agent_id, title, is_own, started_at, last_active)
          SELECT CAST(md5('left task ' || n) AS uuid), CAST(md5('agent 1') AS uuid), 'Left task ' || n, false,
            CAST(:now AS timestamptz) + interval '1 second', CAST(:now AS timestamptz) - interval '1 day'
          FROM generate_series(0, :sandboxes / 10 - 1) AS n
          """,
          // Each member joined by one of many invitations, and has many sessions.
          """
          INSERT INTO invitations (
            id, organization_id, code_hash, for_whom, role, made_by, made_at, expires_at, used_by, ended_at)
          SELECT gen_random_uuid(), organization_id, sha256(CAST('invitation ' || id || n AS bytea)), 'Somebody',
            'member', id, :now, CAST(:now AS timestamptz) + interval '1 day', CASE n WHEN 0 THEN id END, :now
          FROM members, generate_series(0, 9) AS n
          WHERE :sandboxes > 0
          """,
          """
          INSERT INTO web_sessions (token_hash, member_id, made_at, expires_at, begun_by)
          SELECT sha256(CAST('session ' || id || n AS bytea)), id, :now, CAST(:now AS timestamptz) + interval '30 days',
            'link'
          FROM members, generate_series(0, 9) AS n
          WHERE :sandboxes > 0
          """);

  private static final String ENTRIES =
      """
      INSERT INTO sandbox_activity (
        id, called_at, organization_id, member_id, agent_id, agent_name, task_id, task_title, deed, connection_id,
        sandbox_id, sandbox_name, line, exec_id, fingerprint, verdict, deadline, took_lease, outcome, exit_code,
        took_nanos, stdout_head, stdout_left_out, stdout_tail, stderr_head, stderr_left_out, stderr_tail)
      SELECT CAST(md5('entry ' || n) AS uuid), called_at,
        CAST(md5('organization ' || agent % :organizations) AS uuid), CAST(md5('member ' || agent) AS uuid),
        CAST(md5('agent ' || agent) AS uuid), 'agent ' || agent,
        CAST(md5('task ' || n * 7919 % (:sandboxes / 10)) AS uuid), 'Task', 'exec',
        CAST(md5('connection 0') AS uuid), CAST(md5('sandbox ' || n * 104729 % :sandboxes) AS uuid), 'Build server',
        'make test', CASE WHEN n % 10 = 0 THEN 'exec ' || n END, CASE WHEN n % 10 = 0 THEN 'f' END,
        verdict, called_at + CASE verdict WHEN 'running' THEN interval '-1 hour' ELSE interval '2 minutes' END,
        false, CASE verdict WHEN 'ended' THEN 'exited' END, 0, 1500000, 'ok', 0, '', '', 0, ''
      FROM (
        SELECT n, n * 31 % (:sandboxes / 100) AS agent,
          CASE WHEN n < :entries THEN 'ended' ELSE 'running' END AS verdict,
          CAST(:now AS timestamptz) + CASE
            WHEN n < 0 THEN n * interval '1 second' - interval '100 days'
            ELSE least(n - :entries, -1) * (interval '90 days' / :entries)
            END AS called_at
        FROM generate_series(-:old, :entries + :due - 1) AS n) AS numbered
      """;

  /** As triggers do of what is written a few at a time. */
  private static final String RUNNING =
      "INSERT INTO sandbox_running_commands SELECT deadline, id FROM sandbox_activity WHERE verdict = 'running'";

  /**
   * Fills a database that is empty and has the tables of the whole server; not by a server's pool,
   * whose statements may not take as long as ten million do.
   */
  void fill(DatabaseAddress address) {
    patient(address)
        .useHandle(
            handle -> {
              PEOPLE_AND_TASKS.forEach(statement -> execute(statement, handle));
              execute(SANDBOXES, handle);
              handle.execute("ALTER TABLE sandbox_activity DISABLE TRIGGER USER");
              withIndexesMadeAfterwards("sandbox_activity", handle, () -> execute(ENTRIES, handle));
              handle.execute("ALTER TABLE sandbox_activity ENABLE TRIGGER USER");
              handle.execute(RUNNING);
              handle.execute("VACUUM ANALYZE");
              handle.execute("CHECKPOINT");
            });
  }

  /** Whose statements may take as long as they take. */
  static Jdbi patient(DatabaseAddress address) {
    return Database.prepared(
        Jdbi.create(
            address.url(),
            Optional.ofNullable(address.user()).orElse(""),
            Optional.ofNullable(address.password()).orElse("")));
  }

  private void execute(String statement, Handle handle) {
    handle
        .createUpdate(statement)
        .bind("sandboxes", sandboxes)
        .bind("organizations", organizations())
        .bind("due", DUE)
        .bind("old", old)
        .bind("entries", entries)
        .bind("now", NOW)
        .execute();
  }

  private static void withIndexesMadeAfterwards(String table, Handle handle, Runnable filling) {
    List<String> definitions =
        handle
            .createQuery(
                "SELECT indexdef FROM pg_indexes WHERE tablename = :table AND indexname <> :table || '_pkey'")
            .bind("table", table)
            .mapTo(String.class)
            .list();
    handle
        .createQuery(
            "SELECT indexname FROM pg_indexes WHERE tablename = :table AND indexname <> :table || '_pkey'")
        .bind("table", table)
        .mapTo(String.class)
        .list()
        .forEach(index -> handle.execute("DROP INDEX " + index));
    handle.execute("ALTER TABLE " + table + " DROP CONSTRAINT " + table + "_pkey");
    filling.run();
    handle.execute("ALTER TABLE " + table + " ADD PRIMARY KEY (id)");
    definitions.forEach(handle::execute);
  }

  private int organizations() {
    return Math.max(1, sandboxes / 5000);
  }

  /** The connection that half of the sandboxes are in. */
  static ConnectionId largeConnection() {
    return new ConnectionId(id("connection", 0));
  }

  /** A connection of ten sandboxes. */
  ConnectionId smallConnection(int number) {
    return new ConnectionId(id("connection", 1 + number % (sandboxes / 20)));
  }

  static SandboxId sandbox(int number) {
    return new SandboxId(id("sandbox", number));
  }

  /** Where that sandbox is in the list. */
  PageRequest.Place place(int number) {
    return new PageRequest.Place(
        NOW.minus(Duration.ofSeconds(30).multipliedBy(sandboxes + 2L * DUE - number)),
        sandbox(number));
  }

  /** The task that has the lease of the sandbox of that number. */
  TaskId holder(int number) {
    return new TaskId(id("task", number % (sandboxes / 10)));
  }

  Agent agent(int number) {
    int agent = number % (sandboxes / 100);
    return new Agent(
        new AgentId(id("agent", agent)),
        "agent " + agent,
        new MemberId(id("member", agent)),
        new OrganizationId(id("organization", agent % organizations())));
  }

  /** Of the colleagues. */
  OrganizationId organizationOfFifty() {
    return new OrganizationId(id("organization", organizations()));
  }

  /** The token of {@link #agent} of that number. */
  String token(int number) {
    return "token " + number % (sandboxes / 100);
  }

  /** What one of that agent's programs was granted. */
  String granted(int number) {
    return "sbx_oauth_" + number % (sandboxes / 10);
  }

  private static UUID id(String kind, int number) {
    try {
      ByteBuffer bits =
          ByteBuffer.wrap(
              MessageDigest.getInstance("MD5")
                  .digest((kind + " " + number).getBytes(StandardCharsets.US_ASCII)));
      return new UUID(bits.getLong(), bits.getLong());
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
