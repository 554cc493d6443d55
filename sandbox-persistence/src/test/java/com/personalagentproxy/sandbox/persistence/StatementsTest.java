package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.answer.StorageException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is done again, what isn't, and what is told of it. */
@Timeout(120)
class StatementsTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private final Statements statements = new Statements(DATABASE.jdbi());

  @BeforeEach
  void twoCounters() {
    execute("CREATE TABLE IF NOT EXISTS counters (id int PRIMARY KEY, value int)");
    execute("INSERT INTO counters VALUES (1, 0), (2, 0)");
  }

  @Test
  void twoThatLockEachOtherOutBothGetThere() throws Exception {
    CyclicBarrier bothHoldOne = new CyclicBarrier(2);
    AtomicInteger attempts = new AtomicInteger();

    CompletableFuture<Boolean> one = raising(1, 2, bothHoldOne, attempts);
    CompletableFuture<Boolean> other = raising(2, 1, bothHoldOne, attempts);

    assertThat(one.get(60, TimeUnit.SECONDS) && other.get(60, TimeUnit.SECONDS)).isTrue();
    // The one that is rolled back may be back so soon that they lock each other out once more.
    assertThat(attempts.get()).isGreaterThanOrEqualTo(3);
    assertThat(value(1)).isEqualTo(2);
    assertThat(value(2)).isEqualTo(2);
  }

  private CompletableFuture<Boolean> raising(
      int first, int second, CyclicBarrier bothHoldOne, AtomicInteger attempts) {
    return CompletableFuture.supplyAsync(
        () ->
            statements.inTransaction(
                handle -> {
                  boolean isFirst = attempts.incrementAndGet() <= 2;
                  raise(first, handle);
                  if (isFirst) {
                    await(bothHoldOne);
                  }
                  raise(second, handle);
                  return true;
                }),
        // Of the common pool there may be one thread only, and the two wait for each other.
        raising -> new Thread(raising, "raising").start());
  }

  @Test
  void aSerializationFailureIsDoneAgain() {
    AtomicInteger attempts = new AtomicInteger();

    int seen =
        statements.inTransaction(
            handle -> {
              handle.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
              int read = value(1, handle);
              if (attempts.incrementAndGet() == 1) {
                try (Handle another = DATABASE.jdbi().open()) {
                  raise(1, another);
                }
              }
              raise(1, handle);
              return read;
            });

    assertThat(seen).isEqualTo(1);
    assertThat(attempts.get()).isEqualTo(2);
    assertThat(value(1)).isEqualTo(2);
  }

  @Test
  void whatIsInTheWayEachTimeIsToldInTheEnd() {
    AtomicInteger attempts = new AtomicInteger();

    assertThatThrownBy(
            () ->
                statements.withHandle(
                    handle -> {
                      attempts.incrementAndGet();
                      return handle.execute(
                          "DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END $$");
                    }))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isTrue())
        .hasMessageContaining("in the way (40001), in: DO");
    assertThat(attempts.get()).isEqualTo(Statements.MOST_ATTEMPTS);
  }

  /** As a new version changes them while a server of the version before goes on. */
  @Test
  void whatWasPreparedBeforeATableWasChangedIsDoneAgain() {
    execute("CREATE TABLE changed (id int PRIMARY KEY)");
    int moreThanTheDriverWaitsForUntilItPrepares = 10;
    for (int time = 0; time < moreThanTheDriverWaitsForUntilItPrepares; time++) {
      assertThat(columns()).containsExactly("id");
    }

    DATABASE.aside().useHandle(handle -> handle.execute("ALTER TABLE changed ADD COLUMN more int"));

    assertThat(columns()).containsExactlyInAnyOrder("id", "more");
    execute("DROP TABLE changed");
  }

  private Set<String> columns() {
    return statements.inTransaction(
        handle -> {
          int id = handle.createUpdate("INSERT INTO changed VALUES (7)").execute();
          Set<String> columns =
              handle
                  .createQuery("SELECT * FROM changed WHERE id > :id")
                  .bind("id", id)
                  .mapToMap()
                  .one()
                  .keySet();
          handle.execute("DELETE FROM changed");
          return columns;
        });
  }

  @Test
  void whatTheStatementIsAtFaultForStaysWhatItIs() {
    AtomicInteger attempts = new AtomicInteger();

    assertThatThrownBy(
            () ->
                statements.useHandle(
                    handle -> {
                      attempts.incrementAndGet();
                      handle.execute("INSERT INTO counters VALUES (1, 0)");
                    }))
        .isInstanceOf(UnableToExecuteStatementException.class);
    assertThat(attempts.get()).isEqualTo(1);
  }

  @Test
  void aConnectionThatBreaksIsNotDoneAgainAndNotKnown() {
    AtomicInteger attempts = new AtomicInteger();

    assertThatThrownBy(
            () ->
                statements.useHandle(
                    handle -> {
                      attempts.incrementAndGet();
                      handle.execute(
                          "UPDATE counters SET value = 7 WHERE pg_terminate_backend(pg_backend_pid())");
                    }))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isFalse())
        .hasMessageContaining("(57P01), in: UPDATE counters");
    assertThat(attempts.get()).isEqualTo(1);
  }

  @Test
  void aConnectionThatBreaksBeforeTheCommitHasWrittenNothing() {
    assertThatThrownBy(
            () ->
                statements.inTransaction(
                    handle -> {
                      raise(1, handle);
                      return handle.execute("SELECT pg_terminate_backend(pg_backend_pid())");
                    }))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isTrue());
    assertThat(value(1)).isZero();
  }

  @Test
  void aStatementThatTakesTooLongHasWrittenNothing() {
    assertThatThrownBy(
            () ->
                statements.inTransaction(
                    handle -> {
                      handle.execute("SET LOCAL statement_timeout = 50");
                      return handle.execute("UPDATE counters SET value = 7 FROM pg_sleep(30)");
                    }))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isTrue())
        .hasMessageContaining("(57014)");
  }

  @Test
  void aDatabaseThatIsClosedForWritesIsTold() {
    assertThatThrownBy(
            () ->
                statements.inTransaction(
                    handle -> {
                      handle.execute("SET TRANSACTION READ ONLY");
                      raise(1, handle);
                      return true;
                    }))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isTrue())
        .hasMessageContaining("(25006)");
  }

  @Test
  void aPartOfSomebodysTransactionIsTheirsToDoAgain() {
    AtomicInteger attempts = new AtomicInteger();
    DATABASE
        .jdbi()
        .useTransaction(
            outer ->
                assertThatThrownBy(
                        () ->
                            statements.useHandle(
                                handle -> {
                                  attempts.incrementAndGet();
                                  handle.execute(
                                      "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$");
                                }))
                    .isInstanceOf(UnableToExecuteStatementException.class));
    assertThat(attempts.get()).isEqualTo(1);
  }

  @Test
  void everySessionIsAtReadCommittedWhateverTheDatabasesDefault() {
    for (String level : new String[] {"serializable", "repeatable read"}) {
      DatabaseAddress strict = DATABASE.emptyOne();
      String name = strict.url().replaceAll(".*/|\\?.*", "");
      execute("ALTER DATABASE %s SET default_transaction_isolation = '%s'".formatted(name, level));

      try (Database opened = Database.open(strict)) {
        String isolation =
            new Statements(opened.jdbi())
                .withHandle(
                    handle ->
                        handle.createQuery("SHOW transaction_isolation").mapTo(String.class).one());

        assertThat(isolation).as("under %s", level).isEqualTo("read committed");
      }
    }
  }

  private static void raise(int id, Handle handle) {
    handle.execute("UPDATE counters SET value = value + 1 WHERE id = " + id);
  }

  private int value(int id) {
    return statements.withHandle(handle -> value(id, handle));
  }

  private static int value(int id, Handle handle) {
    return handle
        .createQuery("SELECT value FROM counters WHERE id = " + id)
        .mapTo(Integer.class)
        .one();
  }

  private static void execute(String statement) {
    DATABASE.jdbi().useHandle(handle -> handle.execute(statement));
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception notBoth) {
      throw new IllegalStateException(notBoth);
    }
  }
}
