package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.persistence.identity.Installation;
import com.personalagentproxy.sandbox.persistence.identity.PostgresStandings;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * L2: going on with what one has costs a statement to learn who calls, one to be counted in, and
 * one when the command has ended.
 */
class StatementCountTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final String RAN = "the command ran";

  /** What happened, in order: statements, and the run of the command between them. */
  private final List<String> events = new CopyOnWriteArrayList<>();

  private final SettableClock clock = SettableClock.atSomeTime();
  private final Database database = Database.open(DATABASE.address(), "counted", 3, Tables.SERVER);
  private final Jdbi jdbi = database.jdbi();
  private final PostgresStandings standings = new PostgresStandings(jdbi);
  private final InMemoryMachines machines = new InMemoryMachines(clock);
  private final Sandboxes sandboxes = new Sandboxes(ports());
  private String token = "";

  private Ports ports() {
    return new Ports(
        new PostgresSandboxStore(jdbi),
        machines,
        new PostgresConnections(jdbi),
        new PostgresExperiments(jdbi),
        new PostgresTasks(jdbi),
        new PostgresActivity(jdbi),
        standings,
        new PostgresShortcut(jdbi),
        new PostgresChronicle(jdbi),
        Surroundings.of(Runnable::run, clock),
        Timing.USUAL);
  }

  @BeforeEach
  void aTaskHasASandbox() {
    token = new Installation(jdbi).firstStart("ada", clock.instant()).orElseThrow().token().text();
    sandboxes.create(caller(null), new CreateRequest("build", null, null)).orElseThrow();
    run(null, null);
    machines.runs(
        (machine, command) -> {
          events.add(RAN);
          return InMemoryMachines.Ran.printing("done");
        });
    jdbi.getConfig(SqlStatements.class)
        .setSqlLogger(
            new SqlLogger() {
              @Override
              public void logAfterExecution(StatementContext context) {
                events.add(context.getRawSql());
              }

              @Override
              public void logException(StatementContext context, SQLException failure) {
                events.add(context.getRawSql());
              }
            });
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aHoldersCommandTakesTwoStatementsBeforeItRunsAndOneAfter() {
    run(null, null);

    assertThat(events).hasSize(4);
    assertThat(events.get(2)).isEqualTo(RAN);
  }

  @Test
  void soDoesOneWithAnExecIdOfItsOwn() {
    run(null, "nightly build");

    assertThat(events).hasSize(4);
    assertThat(events.get(2)).isEqualTo(RAN);
  }

  @Test
  void soDoesOneForASubTaskOfTheHolder() {
    String root = sandboxes.startTask(caller(null).agent(), "root", null).orElseThrow().id();
    sandboxes.create(caller(root), new CreateRequest("roots", null, null)).orElseThrow();
    assertThat(ran(root, "roots", null).tookLease()).isTrue();
    String sub = sandboxes.startTask(caller(null).agent(), "sub", root).orElseThrow().id();
    events.clear();

    assertThat(ran(sub, "ROOTS", null).tookLease()).isFalse();

    assertThat(events).hasSize(4);
    assertThat(events.get(2)).isEqualTo(RAN);
  }

  @Test
  void whatTheAgentMayDoIsReadAnewInEachCall() {
    Caller before = caller(null);
    ConnectionId own = before.standing() == null ? null : before.standing().reached().get(0).id();
    new PostgresConnections(jdbi).set(Objects.requireNonNull(own), Action.USE, false);

    Answer<CommandResult> answer =
        sandboxes.run(caller(null), new CommandRequest("build", "make", null, null, null));

    assertThat(answer).isInstanceOf(Answer.Refused.class);
    assertThat(events).doesNotContain(RAN);
  }

  private void run(@Nullable String task, @Nullable String execId) {
    assertThat(ran(task, "build", execId).sandbox()).isEqualTo("build");
  }

  private CommandResult ran(@Nullable String task, String sandbox, @Nullable String execId) {
    return sandboxes
        .run(caller(task), new CommandRequest(sandbox, "make", null, null, null, execId))
        .orElseThrow();
  }

  /** As a door learns who calls. */
  private Caller caller(@Nullable String task) {
    Arrival arrival = standings.byToken(token, "/mcp", clock.instant()).orElseThrow();
    return new Caller(arrival.agent(), "client", task, arrival.standing());
  }
}
