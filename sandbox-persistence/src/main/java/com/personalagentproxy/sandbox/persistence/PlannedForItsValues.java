package com.personalagentproxy.sandbox.persistence;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;
import org.postgresql.PGStatement;

/**
 * For a statement whose best plan hangs on what is bound: it is planned anew each time. PostgreSQL
 * would keep one plan for all values once the driver has prepared a statement that came often.
 */
final class PlannedForItsValues implements StatementCustomizer {

  @Override
  public void beforeExecution(PreparedStatement statement, StatementContext context)
      throws SQLException {
    if (statement.isWrapperFor(PGStatement.class)) {
      statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    }
  }
}
