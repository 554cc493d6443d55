package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Impatient.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.wire.Wire;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The database goes away, comes back, says nothing, is full, slow or closed for writes: whoever
 * asks is told in time, and all goes on by itself afterwards.
 */
@Timeout(180)
class DatabaseAwayTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  private static final int CONNECTIONS = 4;

  private WiredDatabase wired;
  private Database database;
  private SandboxStore store;

  @BeforeEach
  void open() throws IOException {
    wired = WiredDatabase.of(DATABASE.address());
    database =
        Database.open(wired.address(), "wired", CONNECTIONS, Tables.SERVER, Impatient.PATIENCE);
    store = new PostgresSandboxStore(database.jdbi());
  }

  @AfterEach
  void itGoesOnByItselfAndLeavesNothing() throws IOException {
    wired.wire().is(Wire.State.WELL);
    awaitThat(() -> Impatient.isWell(() -> store.add(sandbox())));
    awaitThat(() -> database.gauges().getActiveConnections() == 0);
    assertThat(database.gauges().getTotalConnections()).isLessThanOrEqualTo(CONNECTIONS);
    database.close();
    awaitThat(() -> wired.wire().connections() == 0);
    wired.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Wire.State.class,
      names = {"SILENT", "REFUSING"})
  void manyWhoAskWhileItIsAwayAreAllToldInTime(Wire.State state) throws Exception {
    store.add(sandbox());
    wired.wire().is(state);

    ExecutorService callers = Executors.newCachedThreadPool();
    List<CompletableFuture<Duration>> told = new ArrayList<>();
    for (int caller = 0; caller < 3 * CONNECTIONS; caller++) {
      told.add(
          CompletableFuture.supplyAsync(
              () -> Impatient.toldAfter(() -> store.add(sandbox())), callers));
    }
    for (CompletableFuture<Duration> each : told) {
      assertThat(each.get(2, TimeUnit.MINUTES)).isLessThan(Impatient.DEADLINE);
    }
    callers.shutdown();
  }

  @Test
  void whoseAnswerIsLostIsToldThatItIsNotKnown() throws IOException {
    Sandbox sandbox = sandbox();
    store.find(sandbox.id());
    wired.wire().is(Wire.State.ANSWERS_LOST);

    StorageException failure = failureOf(sandbox);

    assertThat(failure.isNothingDone()).isFalse();
    assertThat(failure).hasMessageContaining("INSERT INTO sandboxes");
    wired.wire().is(Wire.State.WELL);
    awaitThat(() -> new PostgresSandboxStore(DATABASE.jdbi()).find(sandbox.id()).isPresent());
  }

  @Test
  void whoFindsNobodyIsToldThatNothingWasDone() throws IOException {
    wired.wire().is(Wire.State.REFUSING);
    awaitThat(() -> failureOf(sandbox()).isNothingDone());

    assertThat(failureOf(sandbox())).hasMessageContaining("wired - Connection is not available");
  }

  @Test
  void connectionsThatAreCutAreMadeAnew() {
    for (int time = 0; time < 10; time++) {
      wired.wire().cut();
      awaitThat(() -> Impatient.isWell(() -> store.add(sandbox())));
    }
  }

  @Test
  void usuallyACallerHearsOfItWithinWhatOperatorsAreTold() {
    assertThat(PostgresShortcut.PATIENCE.plus(Patience.USUAL.longest()))
        .isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aPoolWhoseConnectionsAreAllHeldSaysSoInTime() {
    List<Handle> held = new ArrayList<>();
    while (held.size() < CONNECTIONS) {
      held.add(database.jdbi().open());
    }

    StorageException failure = failureOf(sandbox());

    assertThat(failure.isNothingDone()).isTrue();
    assertThat(failure).hasMessageContaining("wired - Connection is not available");
    held.forEach(Handle::close);
  }

  @Test
  void aWriteThatWaitsForALockTooLongHasDoneNothing() {
    Sandbox sandbox = sandbox();
    try (Handle another = DATABASE.jdbi().open()) {
      another.begin();
      another.execute("SET LOCAL idle_in_transaction_session_timeout = 0");
      another.execute("LOCK TABLE sandboxes IN ACCESS EXCLUSIVE MODE");

      StorageException failure = failureOf(sandbox);

      assertThat(failure.isNothingDone()).isTrue();
      assertThat(failure).hasMessageContaining("(57014), in: INSERT INTO sandboxes");
      another.rollback();
    }
    assertThat(store.find(sandbox.id())).isEmpty();
  }

  @Test
  void aDatabaseThatIsClosedForWritesIsReadAndSaysSoAndIsWrittenAgainWhenItIsOpened() {
    Sandbox sandbox = sandbox();
    store.add(sandbox);
    String name = DATABASE.address().url().replaceAll(".*/|\\?.*", "");
    execute("ALTER DATABASE " + name + " SET default_transaction_read_only = on");
    wired.wire().cut();
    awaitThat(
        () ->
            catchThrowable(() -> store.add(sandbox())) instanceof StorageException failure
                && failure.isNothingDone()
                && String.valueOf(failure.getMessage()).contains("(25006)"));

    assertThat(store.find(sandbox.id())).isPresent();

    execute(
        "SET default_transaction_read_only = off; ALTER DATABASE "
            + name
            + " RESET default_transaction_read_only");
    awaitThat(() -> Impatient.isWell(() -> store.add(sandbox())));
  }

  /** Sessions that are open hear of it too, and go on when it is over. */
  @Test
  @DisabledIfEnvironmentVariable(
      named = "SANDBOX_TEST_DATABASE_URL",
      matches = ".+",
      disabledReason = "It closes all databases of the server, and that one isn't the tests' own.")
  void soDoesAWholeServerOfDatabasesThatIsClosedForWrites() {
    Sandbox sandbox = sandbox();
    store.add(sandbox);
    try {
      execute("ALTER SYSTEM SET default_transaction_read_only = on");
      execute("SELECT pg_reload_conf()");
      awaitThat(
          () ->
              catchThrowable(() -> store.add(sandbox())) instanceof StorageException failure
                  && failure.isNothingDone()
                  && String.valueOf(failure.getMessage()).contains("(25006)"));
      assertThat(store.find(sandbox.id())).isPresent();
    } finally {
      execute("ALTER SYSTEM RESET default_transaction_read_only");
      execute("SELECT pg_reload_conf()");
    }
    awaitThat(() -> Impatient.isWell(() -> store.add(sandbox())));
  }

  @Test
  void theEndOfACommandMayBeWrittenAgain() throws Exception {
    Sandbox sandbox = sandbox();
    store.add(sandbox);
    TaskId task = SomeSandbox.someTask();
    RunningCommand command = SomeSandbox.command(task, NOON.plusSeconds(60));
    Entry entry = SomeEntry.of(command, sandbox, new ExecKey("nightly build 7", "f00d"));
    store.admit(new Admission.Take(sandbox.id(), 0, new Lease(task, NOON), command, entry, NOON));
    Verdict.Ending notRun = new Verdict.Refused(Refusal.Kind.UNREACHABLE, "It could not be woken.");
    wired.wire().is(Wire.State.REFUSING);
    assertThatThrownBy(() -> store.end(sandbox.id(), command.id(), notRun, NOON))
        .isInstanceOf(StorageException.class);
    wired.wire().is(Wire.State.WELL);

    assertThat(store.end(sandbox.id(), command.id(), notRun, NOON)).isTrue();
    assertThat(store.end(sandbox.id(), command.id(), notRun, NOON)).isFalse();
    assertThat(store.find(sandbox.id()).orElseThrow().running()).isEmpty();
  }

  private StorageException failureOf(Sandbox sandbox) {
    return Impatient.failureOf(() -> store.add(sandbox));
  }

  private static Sandbox sandbox() {
    return SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON);
  }

  private static void execute(String statement) {
    DATABASE.jdbi().useHandle(handle -> handle.execute(statement));
  }
}
