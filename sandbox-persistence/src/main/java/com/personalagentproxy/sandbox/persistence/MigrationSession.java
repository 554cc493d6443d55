package com.personalagentproxy.sandbox.persistence;

import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * How the sessions of migrations are, whatever the database or its user sets by default: one that
 * waited for another server's migrations sees them, and none is cut short.
 */
final class MigrationSession extends BaseCallback {

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.AFTER_CONNECT;
  }

  @Override
  public void handle(Event event, Context context) {
    try (Statement statement = context.getConnection().createStatement()) {
      statement.execute(Database.READ_COMMITTED);
      // A role may have short ones; to change a large table takes its time.
      statement.execute("SET statement_timeout = 0");
      statement.execute("SET lock_timeout = 0");
      // That there is nothing to clear away is no news.
      statement.execute("SET client_min_messages = warning");
    } catch (SQLException failure) {
      throw new FlywayException(failure);
    }
  }
}
