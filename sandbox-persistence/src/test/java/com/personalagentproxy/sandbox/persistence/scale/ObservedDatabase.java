package com.personalagentproxy.sandbox.persistence.scale;

import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.Tables;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;

/**
 * A database whose pool has one connection, which tells the plan of each statement that runs on it:
 * of the very statement, as the driver sent it and PostgreSQL planned it. The user must be allowed
 * to load {@code auto_explain}.
 */
final class ObservedDatabase implements AutoCloseable {

  private final Database database;
  private final List<String> told = new ArrayList<>();

  ObservedDatabase(DatabaseAddress address) {
    this.database = Database.open(address, "observed", 1, Tables.SERVER);
    database
        .jdbi()
        .useHandle(
            handle -> {
              handle.execute("LOAD 'auto_explain'");
              handle.execute("SET auto_explain.log_analyze = on");
              handle.execute("SET auto_explain.log_format = 'json'");
              handle.execute("SET client_min_messages = 'log'");
            });
    database.jdbi().getConfig(SqlStatements.class).addCustomizer(new Listening());
  }

  Jdbi jdbi() {
    return database.jdbi();
  }

  /** The plans of the statements that the call sends, in order. */
  List<Plan> plansOf(Runnable call) {
    told.clear();
    tell("0");
    try {
      call.run();
    } finally {
      tell("-1");
    }
    List<String> plans = List.copyOf(told);
    return plans.stream().map(json -> Plan.of(json, jdbi())).toList();
  }

  private void tell(String leastMillis) {
    jdbi()
        .useHandle(handle -> handle.execute("SET auto_explain.log_min_duration = " + leastMillis));
  }

  @Override
  public void close() {
    database.close();
  }

  private final class Listening implements StatementCustomizer {
    @Override
    public void afterExecution(PreparedStatement statement, StatementContext context)
        throws SQLException {
      for (SQLWarning warning = statement.getWarnings();
          warning != null;
          warning = warning.getNextWarning()) {
        String message = warning.getMessage();
        if (message != null && message.contains("plan:")) {
          told.add(message.substring(message.indexOf('{')));
        }
      }
    }
  }
}
