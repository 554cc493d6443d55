package com.personalagentproxy.sandbox.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
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

  static final String HISTORY = "sandbox_schema_history";

  private String[] locations() {
    return switch (this) {
      case COLLECTION -> new String[] {FOLDER + "collection"};
      case SERVER -> new String[] {FOLDER + "collection", FOLDER + "server"};
    };
  }

  /**
   * Makes them in an embedder's own database or changes them into what this version needs, in the
   * schema that the connections' {@code search_path} begins with. To be called before stores are
   * made on it. Any number of servers may do so at once, and others go on meanwhile: a lock that a
   * step needs is asked for again and again, for an hour at most.
   *
   * @param source may be a pool: of its connections up to three are taken at once, and given back
   *     with the settings that they had. A step may take a large table minutes, in which nothing is
   *     heard of it: without a socket timeout
   * @throws DatabaseException if it can't be reached, is newer than this program, or its tables
   *     can't be brought up to date
   */
  public void bringUpToDate(DataSource source) {
    bringUpToDate(LentConnections.of(source), address(source), MigrationPatience.USUAL);
  }

  private static DatabaseAddress address(DataSource source) {
    try (Connection connection = source.getConnection()) {
      return new DatabaseAddress(connection.getMetaData().getURL(), null, null);
    } catch (SQLException unreachable) {
      throw new DatabaseException(
          "The database of the data source can't be opened: %s. Check that PostgreSQL runs there, and what the source was given."
              .formatted(firstLine(unreachable)),
          unreachable);
    }
  }

  void bringUpToDate(DataSource source, DatabaseAddress address, MigrationPatience patience) {
    // Asked first, since Flyway's own message for a database that can't be reached is a page long.
    try (Connection probe = source.getConnection()) {
      probe.setReadOnly(true);
    } catch (SQLException unreachable) {
      throw Database.unreachable(address, unreachable);
    }
    Flyway flyway = flyway(source, patience).load();
    try {
      new PatientMigration(flyway, source, address, patience).run();
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
  FluentConfiguration flyway(DataSource source, MigrationPatience patience) {
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
        .callbacks(new MigrationSession(patience.lock()))
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

  /** Whether a step that was in no transaction failed; others are not written down then. */
  static boolean hasFailedStep(Flyway flyway) {
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
