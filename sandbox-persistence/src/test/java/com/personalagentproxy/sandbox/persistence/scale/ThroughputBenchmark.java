package com.personalagentproxy.sandbox.persistence.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.collection.SandboxReference;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.PostgresShortcut;
import com.personalagentproxy.sandbox.persistence.Tables;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import com.personalagentproxy.sandbox.race.Race;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * How many commands of holders a server counts in and out a second, whose backend answers at once,
 * against what PostgreSQL's own benchmark does with the same work on the same database in the same
 * run. Run by the profile {@code throughput}, and by no other.
 */
class ThroughputBenchmark {

  private static final int SECONDS = Integer.getInteger("throughput.seconds", 20);
  private static final int CONNECTIONS =
      Integer.getInteger("throughput.connections", Database.CONNECTIONS);

  private static final Population POPULATION = new Population(100_000, 100_000, 0);

  /** The guarded change of the row alone; what counts no longer goes, as when commands end. */
  private static final String UPDATE =
      """
      UPDATE sandboxes SET
        admissions = admissions + 1, last_used = greatest(last_used, clock_timestamp()),
        running =
          jsonb_path_query_array(running, '$[*] ? (@.deadline > $now)', jsonb_build_object('now', CAST(:now AS bigint)))
          || jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'task', holder, 'deadline', CAST(:now AS bigint)))
      WHERE id = CAST(md5('sandbox ' || CAST(:number AS int)) AS uuid) AND state NOT IN ('deleting', 'lost')
        AND holder = CAST(md5('task ' || CAST(:task AS int)) AS uuid)
      RETURNING *""";

  private static final String VALUES =
      """
      \\set number random(0, 99999)
      \\set task :number % 10000
      \\set now 1
      """;

  /** The same, with the command's entry. */
  private static final String UPDATE_WITH_ENTRY =
      """
      WITH admitted AS (%s), written AS (
        INSERT INTO sandbox_activity (
          id, called_at, organization_id, member_id, agent_id, agent_name, task_id, task_title, deed, connection_id,
          sandbox_id, sandbox_name, line, verdict, deadline, took_lease)
        SELECT gen_random_uuid(), clock_timestamp(), connection_id, connection_id, connection_id, 'agent 1', holder,
          'Task', 'exec', connection_id, id, name, 'make test', 'running', clock_timestamp(), false
        FROM admitted)
      SELECT * FROM admitted"""
          .formatted(UPDATE);

  private static final int BUSY = 32;

  /** Of what pgbench does with one UPDATE, at so many callers. */
  private static final double GOAL = 0.7;

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  @Test
  void commandsASecond() {
    Optional<Pgbench> installed = Pgbench.installed();
    if (installed.isEmpty()) {
      String sentence =
          "There is no pgbench: install a PostgreSQL, of any version, to have something to compare with.";
      System.out.println(sentence);
      Assumptions.abort(sentence);
    }
    Pgbench pgbench = installed.orElseThrow();
    DatabaseAddress address = DATABASE.emptyOne();
    try (Database database = Database.open(address, "throughput", CONNECTIONS, Tables.SERVER)) {
      POPULATION.fill(address);
      withCommitsThatLast(database);
      Shortcut shortcut = new PostgresShortcut(database.jdbi());
      // Until classes are compiled.
      perSecond(BUSY, number -> endedAtOnce(shortcut, number));

      for (int callers : new int[] {1, BUSY}) {
        double update = pgbench.perSecond(VALUES + UPDATE + ";\n", callers, SECONDS, address);
        double withEntry =
            pgbench.perSecond(VALUES + UPDATE_WITH_ENTRY + ";\n", callers, SECONDS, address);
        double admissions = perSecond(callers, number -> admitted(shortcut, number));
        double commands = perSecond(callers, number -> endedAtOnce(shortcut, number));
        System.out.printf(
            Locale.ROOT,
            """

            %d callers, %d connections, a second
              pgbench, one UPDATE                  %8.0f
              pgbench, one UPDATE with the entry   %8.0f
              admissions                           %8.0f  %.2f of one UPDATE, %.2f of one with the entry
              commands, admitted and ended         %8.0f  %.2f of one UPDATE, %.2f of one with the entry
            """,
            callers,
            CONNECTIONS,
            update,
            withEntry,
            admissions,
            admissions / update,
            admissions / withEntry,
            commands,
            commands / update,
            commands / withEntry);
        if (callers == BUSY) {
          assertThat(admissions / update)
              .as("admissions at %s callers, to one UPDATE", BUSY)
              .isGreaterThanOrEqualTo(GOAL);
        }
      }
    }
  }

  private static double perSecond(int callers, IntConsumer call) {
    int each = POPULATION.sandboxes() / callers;
    long end = System.nanoTime() + SECONDS * 1_000_000_000L;
    int all =
        Race.of(
                callers,
                caller -> {
                  int calls = 0;
                  for (; System.nanoTime() < end; calls++) {
                    // A caller's own, so that no two want the same.
                    call.accept(caller * each + ThreadLocalRandom.current().nextInt(each));
                  }
                  return calls;
                })
            .stream()
            .mapToInt(Integer::intValue)
            .sum();
    return (double) all / SECONDS;
  }

  private static void endedAtOnce(Shortcut shortcut, int number) {
    Shortcut.Next next = admitted(shortcut, number);
    shortcut.end(
        Population.sandbox(number),
        next.command(),
        POPULATION.holder(number),
        SomeEntry.exited(),
        Instant.now());
  }

  private static Shortcut.Next admitted(Shortcut shortcut, int number) {
    Instant now = Instant.now();
    ConnectionId connection =
        number % 2 == 0 ? Population.largeConnection() : POPULATION.smallConnection(number / 20);
    Shortcut.Next next =
        new Shortcut.Next(
            POPULATION.agent(number),
            List.of(connection),
            List.of(connection),
            new SandboxReference.ById(Population.sandbox(number)),
            POPULATION.holder(number),
            new CommandId(UUID.randomUUID()),
            // Counts no longer when the next one comes.
            now.plusNanos(1000),
            AskedCommand.of("make test", null),
            now,
            now);
    if (shortcut.keep(next).isEmpty()) {
      throw new IllegalStateException("A command was not admitted.");
    }
    return next;
  }

  /** As a server's; the tests' own database is quicker. */
  private static void withCommitsThatLast(Database database) {
    if (System.getenv("SANDBOX_TEST_DATABASE_URL") == null) {
      database
          .jdbi()
          .useHandle(
              handle -> {
                handle.execute("ALTER SYSTEM RESET fsync");
                handle.execute("SELECT pg_reload_conf()");
              });
    }
  }
}
