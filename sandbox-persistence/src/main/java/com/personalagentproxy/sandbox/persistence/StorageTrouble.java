package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.answer.StorageException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Tells what the database can't do from what a statement does wrong, by the SQL state. */
final class StorageTrouble {

  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String DEADLOCK = "40P01";
  private static final String STATEMENT_IS_GONE = "26000";
  private static final String NOT_SUPPORTED = "0A000";

  /**
   * The classes of states that say nothing against the statement: connections, transactions, limits
   * and the like. PostgreSQL's manual lists them in its appendix A.
   */
  private static final Set<String> CLASSES =
      Set.of("08", "25", "40", "53", "54", "55", "57", "58", "F0", "XX");

  private static final Set<String> ENDS_THE_SESSION = Set.of("08", "57P", "58", "XX");

  private StorageTrouble() {}

  /** Whether PostgreSQL has rolled it back only because of what others did at the same time. */
  static boolean isRolledBackForOthers(JdbiException failure) {
    return sql(failure)
        .map(SQLException::getSQLState)
        .filter(state -> SERIALIZATION_FAILURE.equals(state) || DEADLOCK.equals(state))
        .isPresent();
  }

  /**
   * Whether it failed only because the statement was prepared before its tables were changed. The
   * driver prepares it anew, and by itself does it again where that is in no transaction.
   */
  static boolean isPreparedBefore(JdbiException failure) {
    return sql(failure)
        .filter(sql -> STATEMENT_IS_GONE.equals(sql.getSQLState()) || isOfAPlanBefore(sql))
        .isPresent();
  }

  private static boolean isOfAPlanBefore(SQLException sql) {
    return NOT_SUPPORTED.equals(sql.getSQLState())
        && sql instanceof PSQLException refused
        && Optional.ofNullable(refused.getServerErrorMessage())
            .map(ServerErrorMessage::getRoutine)
            .filter("RevalidateCachedQuery"::equals)
            .isPresent();
  }

  static boolean isIn(JdbiException failure) {
    if (failure instanceof ConnectionException) {
      return true;
    }
    Optional<SQLException> sql = sql(failure);
    // What has no state comes from the pool: the connection was taken away.
    return sql.isPresent()
        && sql.map(SQLException::getSQLState)
            .map(state -> state.length() < 2 || CLASSES.contains(state.substring(0, 2)))
            .orElse(true);
  }

  /**
   * The failure, told.
   *
   * @param isBeforeCommit whether all of it was in a transaction that nobody asked to commit
   */
  static StorageException of(JdbiException failure, boolean isBeforeCommit) {
    String sentence = sentence(failure);
    return isBeforeCommit || isNothingWritten(failure)
        ? StorageException.nothingWritten(sentence, failure)
        : StorageException.notKnown(sentence, failure);
  }

  private static boolean isNothingWritten(JdbiException failure) {
    return failure instanceof ConnectionException
        || isReading(failure)
        || sql(failure).filter(StorageTrouble::isAnswered).isPresent();
  }

  private static boolean isReading(JdbiException failure) {
    return statement(failure)
        .filter(text -> text.toUpperCase(Locale.ROOT).startsWith("SELECT"))
        .isPresent();
  }

  /**
   * PostgreSQL itself says that the statement failed, and so has rolled it back. What ends the
   * whole session may come when a commit is through already.
   */
  private static boolean isAnswered(SQLException sql) {
    return sql instanceof PSQLException refused
        && refused.getServerErrorMessage() != null
        && Optional.ofNullable(sql.getSQLState())
            .filter(state -> ENDS_THE_SESSION.stream().noneMatch(state::startsWith))
            .isPresent();
  }

  private static String sentence(JdbiException failure) {
    Optional<SQLException> sql = sql(failure);
    String why = sql.map(StorageTrouble::why).orElse("it gave no reason");
    String state = sql.map(SQLException::getSQLState).map(word -> " (" + word + ")").orElse("");
    return statement(failure)
        .map(text -> "The database failed: %s%s, in: %s".formatted(why, state, text))
        .orElseGet(() -> "The database can't be used: %s%s.".formatted(why, state));
  }

  /** What the pool says, which names itself, and what it says that for. */
  private static String why(SQLException sql) {
    String first = String.valueOf(sql.getMessage()).lines().findFirst().orElse("");
    String deepest = Tables.firstLine(sql);
    return first.contains(deepest) ? first.replaceFirst("\\.$", "") : first + ": " + deepest;
  }

  private static Optional<String> statement(JdbiException failure) {
    return Optional.of(failure)
        .filter(StatementException.class::isInstance)
        .map(StatementException.class::cast)
        .map(StatementException::getStatementContext)
        .map(StatementContext::getRawSql)
        .map(text -> text.strip().replaceAll("\\s+", " "));
  }

  private static Optional<SQLException> sql(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof SQLException sql) {
        return Optional.of(sql);
      }
    }
    return Optional.empty();
  }
}
