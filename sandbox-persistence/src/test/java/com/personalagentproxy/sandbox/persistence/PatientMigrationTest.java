package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Impatient.awaitThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.api.MigrationVersion;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** A backup reads the tables while a new version starts: commands go on, and so does the start. */
@Timeout(120)
class PatientMigrationTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final MigrationPatience PATIENCE =
      new MigrationPatience(Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofMinutes(1));

  /** What a server of the version before does at each command, as far as locks go. */
  private static final String COMMAND =
      "SET statement_timeout = 5000; UPDATE sandbox_activity SET line = 'make' WHERE exec_id = 'f'";

  private static final String WAITS_FOR_A_WHOLE_TABLE =
      """
      SELECT EXISTS (
        SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE NOT granted AND mode = 'AccessExclusiveLock' AND datname = current_database())
      """;

  private static final String WAITS_FOR_LONGER_THAN_OTHERS =
      """
      SELECT EXISTS (
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INDEX CONCURRENTLY%'
          AND query_start < clock_timestamp() - INTERVAL '1500 ms')
      """;

  private DatabaseAddress old;
  private Jdbi jdbi;

  @BeforeEach
  void theVersionBeforeTheHistoryWasChanged() {
    old = DATABASE.emptyOne();
    Tables.SERVER
        .flyway(source(), PATIENCE)
        .target(MigrationVersion.fromVersion("13.1"))
        .load()
        .migrate();
    jdbi = Jdbi.create(source());
  }

  @Test
  void commandsGoOnAndTheTablesAreBroughtUpToDateOnceItIsThrough() throws Exception {
    CompletableFuture<Boolean> start;
    try (Handle backup = holds("ACCESS SHARE")) {
      start = start(PATIENCE);
      for (int time = 0; time < 3; time++) {
        awaitThat(() -> is(WAITS_FOR_A_WHOLE_TABLE));
        jdbi.useHandle(handle -> handle.execute(COMMAND));
        awaitThat(() -> !is(WAITS_FOR_A_WHOLE_TABLE));
      }
      assertThat(start).isNotDone();
      backup.rollback();
    }

    assertThat(start.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(is("SELECT to_regclass('sandbox_running_commands') IS NOT NULL")).isTrue();
  }

  @Test
  void oneThatDoesNotEndIsNamedInTheEndAndNothingIsChanged() {
    MigrationPatience none = new MigrationPatience(PATIENCE.lock(), Duration.ZERO, Duration.ZERO);
    try (Handle backup = holds("ACCESS SHARE")) {
      backup.execute("SET LOCAL application_name = 'nightly backup'");

      assertThatThrownBy(() -> start(none).get(60, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("can't be brought up to date")
          .hasMessageContaining("nightly backup, process ")
          .hasMessageEndingWith("Nothing of the failed step was kept.");
      backup.rollback();
    }
    assertThat(is("SELECT to_regclass('sandbox_running_commands') IS NOT NULL")).isFalse();
  }

  /** An index that is made while others write waits for all that began to write before it. */
  @Test
  void aStepOutsideATransactionWaitsForAsLongAsItTakes() throws Exception {
    Tables.SERVER
        .flyway(source(), PATIENCE)
        .target(MigrationVersion.fromVersion("15"))
        .load()
        .migrate();
    CompletableFuture<Boolean> start;
    try (Handle writer = holds("ROW EXCLUSIVE")) {
      start = start(new MigrationPatience(Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO));
      awaitThat(() -> is(WAITS_FOR_LONGER_THAN_OTHERS));
      jdbi.useHandle(handle -> handle.execute(COMMAND));
      writer.rollback();
    }

    assertThat(start.get(60, TimeUnit.SECONDS)).isTrue();
  }

  private CompletableFuture<Boolean> start(MigrationPatience patience) {
    return CompletableFuture.supplyAsync(
        () -> {
          Tables.SERVER.bringUpToDate(source(), old, patience);
          return true;
        },
        starting -> new Thread(starting, "starting").start());
  }

  private Handle holds(String mode) {
    Handle handle = jdbi.open();
    handle.begin();
    handle.execute("LOCK TABLE sandbox_activity IN " + mode + " MODE");
    return handle;
  }

  private boolean is(String question) {
    return jdbi.withHandle(handle -> handle.createQuery(question).mapTo(Boolean.class).one());
  }

  private PGSimpleDataSource source() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(old.url());
    source.setUser(old.user());
    source.setPassword(old.password());
    return source;
  }
}
