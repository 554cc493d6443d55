package com.personalagentproxy.sandbox.persistence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections of an embedder's own source, given back with the settings that they came with:
 * whoever has them next from a pool counts on those.
 */
final class LentConnections {

  /** All that {@link MigrationSession} sets. */
  private static final String SETTINGS =
      """
      SELECT name, setting FROM pg_settings
      WHERE name IN ('default_transaction_isolation', 'statement_timeout', 'lock_timeout', 'client_min_messages')
      """;

  /** What is called in the place of the real one. */
  private interface Call {
    @Nullable Object of(Method method, @Nullable Object @Nullable [] arguments) throws Throwable;
  }

  private LentConnections() {}

  static DataSource of(DataSource source) {
    return inPlaceOf(
        DataSource.class,
        (method, arguments) -> {
          Object result = called(source, method, arguments);
          return result instanceof Connection connection ? lent(connection) : result;
        });
  }

  private static Connection lent(Connection connection) throws SQLException {
    Map<String, String> settings = settings(connection);
    return inPlaceOf(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("close") && !connection.isClosed()) {
            putBack(settings, connection);
          }
          return called(connection, method, arguments);
        });
  }

  private static Map<String, String> settings(Connection connection) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(SETTINGS);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
    endTransaction(connection);
    return settings;
  }

  private static void putBack(Map<String, String> settings, Connection connection) {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT set_config(?, ?, false)")) {
      for (Map.Entry<String, String> setting : settings.entrySet()) {
        statement.setString(1, setting.getKey());
        statement.setString(2, setting.getValue());
        statement.execute();
      }
      endTransaction(connection);
    } catch (SQLException broken) {
      // It takes its settings with it; what broke it is told where it was used.
    }
  }

  /** What a source without commits of its own has begun by the first question. */
  private static void endTransaction(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }

  private static <T> T inPlaceOf(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            LentConnections.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call.of(method, arguments)));
  }

  private static @Nullable Object called(
      Object real, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }
}
