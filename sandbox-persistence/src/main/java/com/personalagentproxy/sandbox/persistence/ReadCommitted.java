package com.personalagentproxy.sandbox.persistence;

import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Lets a server that waited for another's migrations see them, whatever isolation is the database's
 * default.
 */
final class ReadCommitted extends BaseCallback {

  @Override
  public boolean supports(Event event, Context context) {
    return event == Event.AFTER_CONNECT;
  }

  @Override
  public void handle(Event event, Context context) {
    try (Statement statement = context.getConnection().createStatement()) {
      statement.execute(Database.READ_COMMITTED);
    } catch (SQLException failure) {
      throw new FlywayException(failure);
    }
  }
}
