package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.persistence.identity.Installation;
import com.personalagentproxy.sandbox.persistence.identity.PostgresStandings;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.time.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * After a server's work there is no connection, statement, cursor or thread more than before; and
 * whoever leaves one is found out.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeavesNothingTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  /** As often as the driver waits until it prepares a statement, and some more. */
  private static final int UNTIL_ALL_IS_PREPARED = 8;

  private static final int DAYS = 10;

  private final SettableClock clock = SettableClock.atSomeTime();
  private final InMemoryMachines machines = new InMemoryMachines(clock);
  private final List<AutoCloseable> left = new ArrayList<>();
  private DatabaseAddress address;
  private WholeServer server;
  private Agent agent;
  private int number;

  @BeforeAll
  void open() {
    address = DATABASE.emptyOne();
    server = WholeServer.on(Database.open(address, "one", 1, Tables.SERVER), machines, clock);
    String token =
        new Installation(server.database().jdbi())
            .firstStart("ada", clock.instant())
            .orElseThrow()
            .token()
            .text();
    agent =
        new PostgresStandings(server.database().jdbi())
            .byToken(token, "/mcp", clock.instant())
            .orElseThrow()
            .agent();
    for (int day = 0; day < UNTIL_ALL_IS_PREPARED; day++) {
      aDay();
    }
  }

  @AfterEach
  void clearUp() throws Exception {
    for (AutoCloseable each : left) {
      each.close();
    }
    left.clear();
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void aServersWorkLeavesNothing() {
    leavesNothing(
        () -> {
          for (int day = 0; day < DAYS; day++) {
            aDay();
          }
        },
        Duration.ofSeconds(30));
  }

  @Test
  void aHandleThatIsLeftOpenIsFoundOut() {
    isFoundOut(() -> left.add(server.database().jdbi().open()));
  }

  @Test
  void soIsAConnectionBesideThePool() {
    isFoundOut(() -> left.add(Database.open(address, "another", 1, Tables.SERVER)));
  }

  @Test
  void soIsAStatementThatStaysPrepared() {
    isFoundOut(
        () -> {
          execute("PREPARE one_more AS SELECT 1");
          left.add(() -> execute("DEALLOCATE one_more"));
        });
  }

  @Test
  void soIsACursorThatStaysOpen() {
    isFoundOut(
        () -> {
          execute("DECLARE one_more CURSOR WITH HOLD FOR SELECT 1");
          left.add(() -> execute("CLOSE one_more"));
        });
  }

  @Test
  void soIsAThread() {
    isFoundOut(
        () -> {
          CountDownLatch isOver = new CountDownLatch(1);
          Thread thread =
              new Thread(
                  () -> {
                    try {
                      isOver.await();
                    } catch (InterruptedException stop) {
                      Thread.currentThread().interrupt();
                    }
                  },
                  "one more");
          thread.start();
          left.add(isOver::countDown);
        });
  }

  private void execute(String statement) {
    server.database().jdbi().useHandle(handle -> handle.execute(statement));
  }

  private void isFoundOut(Runnable leavesSomething) {
    assertThatThrownBy(() -> leavesNothing(leavesSomething, Duration.ofMillis(100)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Holdings");
  }

  private void leavesNothing(Runnable work, Duration patience) {
    Holdings before = holdings();
    work.run();
    long begun = System.nanoTime();
    Holdings after = holdings();
    while (!after.equals(before) && System.nanoTime() - begun < patience.toNanos()) {
      after = holdings();
    }
    assertThat(after).isEqualTo(before);
  }

  private Holdings holdings() {
    return Holdings.of(
        server.database(), address.url().replaceAll(".*/|\\?.*", ""), DATABASE.jdbi());
  }

  /** What a server does for agents, of each something, and what goes wrong with it. */
  private void aDay() {
    Sandboxes sandboxes = server.sandboxes();
    Caller caller =
        new Caller(
            agent, "client", sandboxes.startTask(agent, "Day " + number, null).orElseThrow().id());
    String name = "box " + number++;
    sandboxes.create(caller, new CreateRequest(name, null, name)).orElseThrow();
    assertThat(sandboxes.create(caller, new CreateRequest(name, null, "another")))
        .isInstanceOf(Answer.Refused.class);
    Race.of(4, each -> run(caller, name));
    machines.failNext(Verb.WAKE);
    sandboxes.sleep(caller, name).orElseThrow();
    assertThat(sandboxes.wake(caller, name)).isInstanceOf(Answer.Refused.class);
    run(caller, name);
    sandboxes.list(caller, null, "box", null).orElseThrow();
    try (Handle handle = server.database().jdbi().open()) {
      assertThatThrownBy(() -> handle.execute("SELECT 1 / 0")).isInstanceOf(RuntimeException.class);
    }
    clock.advance(Timing.USUAL.idleAfter());
    server.sweeper().sweep();
    sandboxes.finishTask(agent, caller.task());
    server.ports().activity().clear(clock.instant(), 1000);
    server.ports().chronicle().clear(clock.instant(), 1000);
  }

  private Object run(Caller caller, String name) {
    return server
        .sandboxes()
        .run(caller, new CommandRequest(name, "make", null, null, null, null))
        .orElseThrow();
  }
}
