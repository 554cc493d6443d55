package com.personalagentproxy.sandbox.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/**
 * Which tables a database is to have. Their history is kept in {@code sandbox_schema_history},
 * apart from an embedder's own.
 */
public enum Tables {
  /**
   * Only the sandboxes' and their history's, for an embedder that brings own connections, tasks and
   * people.
   */
  COLLECTION,
  /** All that the standalone server needs. */
  SERVER;

  private static final String FOLDER = "classpath:com/personalagentproxy/sandbox/persistence/";

  private static final int MOST_ATTEMPTS = 50;
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);

  private static final String HISTORY = "sandbox_schema_history";

  private String[] locations() {
    return switch (this) {
      case COLLECTION -> new String[] {FOLDER + "collection"};
      case SERVER -> new String[] {FOLDER + "collection", FOLDER + "server"};
    };
  }

  void bringUpToDate(DataSource source, DatabaseAddress address) {
    // Asked first, since Flyway's own message for a database that can't be reached is a page long.
    try (Connection probe = source.getConnection()) {
      probe.setReadOnly(true);
    } catch (SQLException unreachable) {
      throw Database.unreachable(address, unreachable);
    }
    Flyway flyway = flyway(source).load();
    try {
      forgetWhatFailed(flyway, source);
      migrate(flyway);
    } catch (FlywayException failure) {
      throw new DatabaseException(
          isNewer(flyway)
              ? "The tables in %s were made by a newer version of this program. Run that version, or a newer one."
                  .formatted(address)
              : "The tables in %s can't be brought up to date: %s. %s"
                  .formatted(address, firstLine(failure), whatIsLeft(flyway)),
          failure);
    }
  }

  private static String whatIsLeft(Flyway flyway) {
    return hasFailedStep(flyway)
        ? "Nothing is lost: mend that and start again, and the failed step is done anew."
        : "Nothing of the failed step was kept.";
  }

  /** How these tables' migrations are run. */
  FluentConfiguration flyway(DataSource source) {
    FluentConfiguration flyway = Flyway.configure(Tables.class.getClassLoader());
    // Some indexes are made while others write, which waits for all transactions: for Flyway's too.
    flyway
        .getPluginRegister()
        .getExact(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
    return flyway
        .dataSource(source)
        // A large table takes another server minutes.
        .lockRetryCount(-1)
        .callbacks(new MigrationSession())
        .locations(locations())
        .table(HISTORY)
        // An embedder that took the sandboxes' tables first has later ones of theirs already.
        .outOfOrder(true)
        // An embedder's schema has other tables in it.
        .baselineOnMigrate(true)
        .baselineVersion("0")
        // Otherwise Flyway would let an older program work on newer tables.
        .ignoreMigrationPatterns(new String[0]);
  }

  /**
   * Of servers that start at once on an empty database, those that come second find a history that
   * is only being begun.
   */
  private static void migrate(Flyway flyway) {
    for (int attempt = 1; ; attempt++) {
      try {
        flyway.migrate();
        return;
      } catch (FlywayException failure) {
        if (attempt == MOST_ATTEMPTS || !firstLine(failure).startsWith("Unable to baseline")) {
          throw failure;
        }
        LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos());
      }
    }
  }

  /**
   * A step that can't be in a transaction is written down when it fails, and Flyway goes no further
   * then. Such steps are made to be done again.
   */
  private static void forgetWhatFailed(Flyway flyway, DataSource source) {
    if (!hasFailedStep(flyway)) {
      return;
    }
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM " + HISTORY + " WHERE NOT success");
    } catch (SQLException failure) {
      throw new FlywayException(failure);
    }
  }

  /** Whether a step that was in no transaction failed; others are not written down then. */
  private static boolean hasFailedStep(Flyway flyway) {
    return anyApplied(flyway, MigrationState::isFailed);
  }

  private static boolean isNewer(Flyway flyway) {
    return anyApplied(flyway, MigrationState.FUTURE_SUCCESS::equals);
  }

  private static boolean anyApplied(Flyway flyway, Predicate<MigrationState> state) {
    try {
      return Arrays.stream(flyway.info().applied()).map(MigrationInfo::getState).anyMatch(state);
    } catch (FlywayException unreadable) {
      return false;
    }
  }

  static String firstLine(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null && deepest.getCause().getMessage() != null) {
      deepest = deepest.getCause();
    }
    return String.valueOf(deepest.getMessage())
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("\\.$", "");
  }
}
