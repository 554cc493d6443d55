package com.personalagentproxy.sandbox.persistence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migrates, and does so again while what is in the way goes by itself: others that begin on the
 * same empty database, and whoever has a lock that a step needs, such as a backup. Commands go on
 * meanwhile.
 */
final class PatientMigration {

  private static final Logger log = LoggerFactory.getLogger(PatientMigration.class);

  private static final int MOST_BEGINNINGS = 50;
  private static final Duration BETWEEN_BEGINNINGS = Duration.ofMillis(100);

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String DEADLOCK = "40P01";

  /** The longest at it come first. Of other users' sessions that isn't told, so before all. */
  private static final String WHO =
      """
      SELECT string_agg(who, ', ') FROM (
        SELECT format('%s, process %s', coalesce(nullif(application_name, ''), 'a session'), pid) AS who
        FROM pg_locks JOIN pg_stat_activity USING (pid) JOIN pg_class ON pg_class.oid = relation
        WHERE granted AND relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND pid <> pg_backend_pid()
        GROUP BY pid, application_name, xact_start ORDER BY xact_start NULLS FIRST LIMIT 3) AS holding
      """;

  private final Flyway flyway;
  private final DataSource source;
  private final DatabaseAddress address;
  private final MigrationPatience patience;

  PatientMigration(
      Flyway flyway, DataSource source, DatabaseAddress address, MigrationPatience patience) {
    this.flyway = flyway;
    this.source = source;
    this.address = address;
    this.patience = patience;
  }

  /**
   * @throws FlywayException what stays in the way
   */
  void run() {
    long begun = System.nanoTime();
    int beginnings = 0;
    while (true) {
      try {
        forgetWhatFailed();
        flyway.migrate();
        return;
      } catch (FlywayException failure) {
        if (isBegunByAnother(failure) && beginnings++ < MOST_BEGINNINGS) {
          LockSupport.parkNanos(BETWEEN_BEGINNINGS.toNanos());
        } else if (isInTheWay(failure)) {
          waitFor(Duration.ofNanos(System.nanoTime() - begun), failure);
        } else {
          throw failure;
        }
      }
    }
  }

  /** Of servers that start at once, those that come second find a history only being begun. */
  private static boolean isBegunByAnother(FlywayException failure) {
    return Tables.firstLine(failure).startsWith("Unable to baseline");
  }

  private static boolean isInTheWay(FlywayException failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof SQLException sql
          && Set.of(LOCK_NOT_AVAILABLE, DEADLOCK).contains(String.valueOf(sql.getSQLState()))) {
        return true;
      }
    }
    return false;
  }

  private void waitFor(Duration waited, FlywayException failure) {
    String who = who();
    if (waited.compareTo(patience.longest()) >= 0) {
      FlywayException inTheWay =
          new FlywayException(
              "for %s others have had locks on them (%s)".formatted(patience.longest(), who));
      inTheWay.addSuppressed(failure);
      throw inTheWay;
    }
    log.warn(
        "The tables in {} can't be brought up to date while others have locks on them ({}). Commands go on; it is tried again in {}, for {} in all.",
        address,
        who,
        patience.pause(),
        patience.longest());
    LockSupport.parkNanos(patience.pause().toNanos());
  }

  private String who() {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet holding = statement.executeQuery(WHO)) {
      String names = holding.next() ? holding.getString(1) : null;
      return names == null ? "left again by now" : names;
    } catch (SQLException failure) {
      return Tables.firstLine(failure);
    }
  }

  /**
   * A step that can't be in a transaction is written down when it fails, and Flyway goes no further
   * then. Such steps are made to be done again.
   */
  private void forgetWhatFailed() {
    if (!Tables.hasFailedStep(flyway)) {
      return;
    }
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM " + Tables.HISTORY + " WHERE NOT success");
    } catch (SQLException failure) {
      throw new FlywayException(failure);
    }
  }
}
