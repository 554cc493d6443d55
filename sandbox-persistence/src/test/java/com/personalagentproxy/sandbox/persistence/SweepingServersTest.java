package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** M1, M9: servers that sweep at once share what is due, and none claims what another has. */
class SweepingServersTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final int IDLE = 200;

  private final SettableClock clock = SettableClock.atSomeTime();
  private final InMemoryMachines machines = new InMemoryMachines(clock);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private final Database one = open("one");
  private final Database other = open("other");

  private Database open(String name) {
    Database database = Database.open(DATABASE.address(), name, 5, Tables.SERVER);
    database
        .jdbi()
        .getConfig(SqlStatements.class)
        .setSqlLogger(
            new SqlLogger() {
              @Override
              public void logAfterExecution(StatementContext context) {
                statements.add(context.getRawSql());
              }
            });
    return database;
  }

  @AfterEach
  void close() {
    threads.shutdown();
    one.close();
    other.close();
  }

  @Test
  void eachIsClaimedByOneAndNoClaimIsLost() {
    PostgresSandboxStore store = new PostgresSandboxStore(DATABASE.jdbi());
    for (int number = 0; number < IDLE; number++) {
      Sandbox row =
          SomeSandbox.awake(SomeSandbox.someConnection(), "box " + number, clock.instant());
      store.add(row);
      machines.make(row.id().machine(), row.generation());
    }
    clock.advance(Timing.USUAL.idleAfter());

    List<Integer> dealtWith =
        Race.of(List.of(() -> sweeper(one).sweep(), () -> sweeper(other).sweep()));

    assertThat(dealtWith.stream().mapToInt(Integer::intValue).sum()).isEqualTo(IDLE);
    assertThat(machines.calls(Verb.SLEEP)).isEqualTo(IDLE);
    // For each server one look for the abandoned, one for the overdue and a last claim of nothing;
    // for each sandbox one to settle it, and at most one to claim it.
    assertThat(statements).hasSizeLessThanOrEqualTo(2 * 3 + 2 * IDLE);
    List<String> states =
        DATABASE
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .select(
                            "SELECT concat_ws(' ', state, generation, count(*)) FROM sandboxes GROUP BY state, generation")
                        .mapTo(String.class)
                        .list());
    assertThat(states).containsExactly("asleep 2 " + IDLE);
  }

  private Sweeper sweeper(Database server) {
    Jdbi jdbi = server.jdbi();
    return new Sweeper(
        new Ports(
            new PostgresSandboxStore(jdbi),
            machines,
            new PostgresConnections(jdbi),
            new PostgresExperiments(jdbi),
            new PostgresTasks(jdbi),
            new PostgresActivity(jdbi),
            Surroundings.of(threads, clock),
            Timing.USUAL));
  }
}
