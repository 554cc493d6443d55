package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Impatient.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.CreateRequest;
import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.persistence.identity.Installation;
import com.personalagentproxy.sandbox.persistence.identity.PostgresStandings;
import com.personalagentproxy.sandbox.time.SettableClock;
import com.personalagentproxy.sandbox.wire.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A whole server on a database whose connections stall: what is sent, or what is answered, arrives
 * only long after everybody has given up. Who asks is told in time; nothing is done twice, though
 * it arrives in the end; and all goes on by itself.
 */
@Timeout(180)
class SlowDatabaseTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final int CONNECTIONS = 6;
  private static final int MANY = 24;

  private final SettableClock clock = SettableClock.atSomeTime();
  private final InMemoryMachines machines = new InMemoryMachines(clock);
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final List<SandboxView> made = new ArrayList<>();
  private WiredDatabase wired;
  private WholeServer server;
  private Sandboxes sandboxes;
  private Caller caller;

  @BeforeEach
  void anAgentHasSandboxes() throws IOException {
    wired = WiredDatabase.of(DATABASE.address());
    server =
        WholeServer.on(
            Database.open(
                wired.address(), "stalling", CONNECTIONS, Tables.SERVER, Impatient.PATIENCE),
            machines,
            clock);
    sandboxes = server.sandboxes();
    String token =
        new Installation(DATABASE.jdbi())
            .firstStart("ada", clock.instant())
            .orElseThrow()
            .token()
            .text();
    Arrival arrival =
        new PostgresStandings(DATABASE.jdbi())
            .byToken(token, "/mcp", clock.instant())
            .orElseThrow();
    caller = new Caller(arrival.agent(), "client", null);
    for (int number = 0; number < MANY; number++) {
      made.add(
          sandboxes.create(caller, new CreateRequest("box " + number, null, null)).orElseThrow());
      run(number);
    }
    // As a door learns it by the way.
    caller =
        new Caller(
            arrival.agent(),
            "client",
            null,
            new PostgresStandings(DATABASE.jdbi()).of(arrival.agent()));
    useAllConnections();
  }

  @AfterEach
  void itGoesOnByItselfAndLeavesNothing() throws IOException {
    wired.wire().is(Wire.State.WELL);
    awaitThat(() -> Impatient.isWell(() -> sandboxes.list(caller, null, null, null)));
    awaitThat(() -> server.database().gauges().getActiveConnections() == 0);
    server.close();
    callers.shutdown();
    awaitThat(() -> wired.wire().connections() == 0);
    wired.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Wire.State.class,
      names = {"HELD", "ANSWERS_HELD"})
  void whoAsksAnythingWhileItStallsIsToldInTimeAndNothingIsDoneTwice(Wire.State state)
      throws Exception {
    wired.wire().is(state);
    List<Callable<?>> asks =
        List.of(
            () -> sandboxes.create(caller, new CreateRequest("another", null, "once")),
            () -> sandboxes.list(caller, null, "box", null),
            () -> sandboxes.get(caller, "box 1"),
            () -> sandboxes.sleep(caller, "box 2"),
            () -> sandboxes.wake(caller, "box 3"),
            () -> sandboxes.delete(caller, "box 4"),
            () -> sandboxes.startTask(caller.agent(), "Fix the flaky test", null),
            () -> server.sweeper().sweep(),
            () -> run(5));

    allAreToldInTime(asks);

    arrivesAndIsDone();
    assertThat(sandboxesThere()).isBetween(MANY - 1, MANY + 1);
    assertThat(machines.calls())
        .allSatisfy(call -> assertThat(machines.calls()).containsOnlyOnce(call));
  }

  /** So many that most of them wait for others' rounds. */
  @ParameterizedTest
  @EnumSource(
      value = Wire.State.class,
      names = {"HELD", "ANSWERS_HELD"})
  void ofManyHoldersCommandsWhileItStallsEachIsToldInTimeAndCountsAtMostOnce(Wire.State state)
      throws Exception {
    wired.wire().is(state);

    allAreToldInTime(
        IntStream.range(0, MANY).<Callable<?>>mapToObj(number -> () -> run(number)).toList());

    arrivesAndIsDone();
    for (SandboxView each : made) {
      // The first took it.
      assertThat(row(each.id()).admissions()).isBetween(1L, 2L);
    }
    assertThat(machines.calls(Verb.RUN)).isEqualTo(MANY);

    clock.advance(Timing.USUAL.countsFor(Duration.ofMinutes(1)).plusSeconds(1));
    awaitThat(() -> Impatient.isWell(() -> server.sweeper().sweep()));
    assertThat(made).allSatisfy(each -> assertThat(row(each.id()).running()).isEmpty());
  }

  @Test
  void aSweepThatStallsEndsInTimeAndTheNextGoesOn() throws Exception {
    clock.advance(Timing.USUAL.idleAfter());
    wired.wire().is(Wire.State.HELD);

    allAreToldInTime(List.of(() -> server.sweeper().sweep()));

    wired.wire().is(Wire.State.WELL);
    awaitThat(
        () -> {
          clock.advance(Timing.USUAL.sleepWithin());
          return Impatient.isWell(() -> server.sweeper().sweep())
              && made.stream().allMatch(each -> row(each.id()).state().name() == StateName.ASLEEP);
        });
    assertThat(machines.calls(Verb.SLEEP)).isGreaterThanOrEqualTo(MANY);
  }

  /** A little slow is no trouble. */
  @Test
  void whatIsAnsweredLateButInTimeIsDone() {
    wired.wire().takes(Duration.ofMillis(20));

    run(1);

    assertThat(row(made.get(1).id()).admissions()).isEqualTo(2);
    wired.wire().takes(Duration.ZERO);
  }

  private Object run(int number) {
    return sandboxes
        .run(caller, new CommandRequest("box " + number, "make", null, null, 60L, null))
        .orElseThrow();
  }

  private void allAreToldInTime(List<Callable<?>> asks) throws Exception {
    List<CompletableFuture<Duration>> told =
        asks.stream()
            .map(
                ask -> CompletableFuture.supplyAsync(() -> Impatient.toldAfter(ask::call), callers))
            .toList();
    List<Duration> after = new ArrayList<>();
    for (CompletableFuture<Duration> each : told) {
      after.add(each.get(2, TimeUnit.MINUTES));
    }
    assertThat(after).allSatisfy(each -> assertThat(each).isLessThan(Impatient.DEADLINE));
  }

  /** What was held arrives now, though nobody waits for it any more. */
  private void arrivesAndIsDone() throws IOException {
    wired.wire().is(Wire.State.WELL);
    awaitThat(
        () ->
            DATABASE
                    .jdbi()
                    .withHandle(
                        handle ->
                            handle
                                .createQuery(
                                    """
                                SELECT count(*) FROM pg_stat_activity
                                WHERE datname = current_database() AND application_name = 'sandboxes'
                                  AND state <> 'idle' AND pid <> pg_backend_pid()
                                """)
                                .mapTo(Integer.class)
                                .one())
                == 0);
  }

  /** So that each is known to be well, and the next to have it sends what is asked. */
  private void useAllConnections() {
    List<Handle> held = new ArrayList<>();
    while (held.size() < CONNECTIONS) {
      held.add(server.database().jdbi().open());
    }
    held.forEach(handle -> handle.execute("SELECT 1"));
    held.forEach(Handle::close);
  }

  private static Sandbox row(SandboxId sandbox) {
    return new PostgresSandboxStore(DATABASE.jdbi()).find(sandbox).orElseThrow();
  }

  private static int sandboxesThere() {
    return DATABASE
        .jdbi()
        .withHandle(
            handle ->
                handle.createQuery("SELECT count(*) FROM sandboxes").mapTo(Integer.class).one());
  }
}
