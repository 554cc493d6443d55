package com.personalagentproxy.sandbox.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * How the sessions of migrations are, whatever the database or its user sets by default: one that
 * waited for another server's migrations sees them, and none is cut short while it works. But what
 * waits for a lock of the whole table has all others wait behind it, so it doesn't wait for long.
 */
final class MigrationSession extends BaseCallback {

  private final Duration lock;

  /**
   * @param lock for how long a step in a transaction waits for a lock
   */
  MigrationSession(Duration lock) {
    this.lock = lock;
  }

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.AFTER_CONNECT || event == Event.BEFORE_EACH_MIGRATE;
  }

  @Override
  public void handle(Event event, Context context) {
    Connection connection = context.getConnection();
    try (Statement statement = connection.createStatement()) {
      if (event == Event.AFTER_CONNECT) {
        statement.execute(Database.READ_COMMITTED);
        // A role may have a short one; to change a large table takes its time.
        statement.execute("SET statement_timeout = 0");
        // That there is nothing to clear away is no news.
        statement.execute("SET client_min_messages = warning");
      }
      // A step outside a transaction makes indexes while others write: it waits for them, not they.
      boolean isOutside = event == Event.BEFORE_EACH_MIGRATE && connection.getAutoCommit();
      statement.execute("SET lock_timeout = " + (isOutside ? 0 : lock.toMillis()));
    } catch (SQLException failure) {
      throw new FlywayException(failure);
    }
  }
}
