package com.personalagentproxy.sandbox.persistence;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool;
import java.time.Duration;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementException;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An open database with its tables up to date. Safe for use by many threads. What goes wrong names
 * the pool or the statement, never a value that was bound: values may be secret.
 */
public final class Database implements AutoCloseable {

  /** How many connections a pool may keep when nothing else is said. */
  public static final int CONNECTIONS = 10;

  private static final Duration CHECK_IDLE_EVERY = Duration.ofMinutes(1);
  private static final Duration LONGEST_LIFE = Duration.ofMinutes(30);

  /**
   * Guarded writes count on it, whatever the database's default is: a write that waited looks at
   * its guard again.
   */
  static final String READ_COMMITTED = "SET default_transaction_isolation = 'read committed'";

  /** Which of several hosts, as an address may say it. */
  private static final String TARGET = "targetServerType";

  private final DatabaseAddress address;
  private final Patience patience;
  private final HikariDataSource pool;
  private final Jdbi jdbi;

  private Database(DatabaseAddress address, Patience patience, HikariDataSource pool) {
    this.address = address;
    this.patience = patience;
    this.pool = pool;
    this.jdbi = prepared(Jdbi.create(pool));
  }

  /**
   * Brings the tables up to date and opens a pool. Any number of servers may do so at once.
   *
   * @param poolName names the pool in messages and gauges
   * @param connections how many the pool may keep; one is enough to work, slowly
   * @throws DatabaseException if it can't be reached, is newer than this program, or its tables
   *     can't be brought up to date
   */
  public static Database open(
      DatabaseAddress address, String poolName, int connections, Tables tables) {
    return open(address, poolName, connections, tables, Patience.USUAL);
  }

  /** Likewise, with another patience. */
  static Database open(
      DatabaseAddress address, String poolName, int connections, Tables tables, Patience patience) {
    PGSimpleDataSource patient = source(address, patience);
    // Of a million sandboxes a table is not changed in seconds.
    patient.setSocketTimeout(0);
    tables.bringUpToDate(patient, address, MigrationPatience.USUAL);
    HikariConfig config = new HikariConfig();
    config.setPoolName(poolName);
    config.setDataSource(source(address, patience));
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(patience.connection().toMillis());
    config.setValidationTimeout(patience.check().toMillis());
    config.setKeepaliveTime(CHECK_IDLE_EVERY.toMillis());
    config.setMaxLifetime(LONGEST_LIFE.toMillis());
    config.setExceptionOverride(new ClosedForWrites());
    config.setConnectionInitSql(
        "SET statement_timeout = %1$s; SET idle_in_transaction_session_timeout = %1$s; %2$s"
            .formatted(patience.statement().toMillis(), READ_COMMITTED));
    try {
      return new Database(address, patience, new HikariDataSource(config));
    } catch (HikariPool.PoolInitializationException unreachable) {
      throw unreachable(address, unreachable);
    }
  }

  /** Likewise, with the tables of the whole server and a pool named {@code sandboxes}. */
  public static Database open(DatabaseAddress address) {
    return open(address, "sandboxes", CONNECTIONS, Tables.SERVER);
  }

  static DatabaseException unreachable(DatabaseAddress address, Throwable cause) {
    return new DatabaseException(
        "%s can't be opened: %s. Check that PostgreSQL runs there, and the address, the user and the password."
            .formatted(address.toString().replaceFirst("^the", "The"), Tables.firstLine(cause)),
        cause);
  }

  private static PGSimpleDataSource source(DatabaseAddress address, Patience patience) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    try {
      source.setUrl(address.url());
    } catch (IllegalArgumentException malformed) {
      throw new DatabaseException("The database's address is malformed.");
    }
    if (address.user() != null) {
      source.setUser(address.user());
    }
    if (address.password() != null) {
      source.setPassword(address.password());
    }
    if (source.getServerNames().length > 1 && !address.url().contains(TARGET + "=")) {
      // Not only the first: one that is closed for writes is read all the same.
      source.setTargetServerType("preferPrimary");
    }
    source.setApplicationName("sandboxes");
    source.setConnectTimeout((int) patience.connection().toSeconds());
    source.setSocketTimeout((int) patience.silence().toSeconds());
    source.setTcpKeepAlive(true);
    // Details tell the values of the row that was refused, which may be secret (H1).
    source.setLogServerErrorDetail(false);
    return source;
  }

  /**
   * Notices of moves that any server on this database settled. They keep one connection of their
   * own beside the pool's; close them before this.
   */
  public PostgresSettledMoves settledMoves() {
    return PostgresSettledMoves.listeningOn(source(address, patience));
  }

  /** The statements' entrance, for the stores of this module. */
  public Jdbi jdbi() {
    return jdbi;
  }

  /** What the pool is doing, for gauges. */
  public HikariPoolMXBean gauges() {
    return pool.getHikariPoolMXBean();
  }

  /**
   * A Jdbi of an embedder's own, made ready for {@link PostgresSandboxStore} and what is kept
   * beside it, in a database whose {@link Tables} are up to date. Two things are up to its
   * connections:
   *
   * <ul>
   *   <li>{@code default_transaction_isolation} is {@code read committed}. A stricter one makes
   *       failures of what would only wait, and some of those are told to callers in the end.
   *   <li>{@code logServerErrorDetail} is {@code false}. Otherwise what PostgreSQL refuses is told
   *       with the whole row, which has command lines and output in it; they are to reach no log
   *       (H1).
   * </ul>
   */
  public static Jdbi prepared(Jdbi jdbi) {
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(Database::withoutValues);
    return jdbi.installPlugin(new PostgresPlugin())
        .installPlugin(new Columns())
        .registerRowMapper(SandboxRow.class, Rows.of(SandboxRow.class))
        .registerRowMapper(EntryRow.class, Rows.of(EntryRow.class));
  }

  /** All of Jdbi's own renderings tell the values. */
  private static String withoutValues(StatementException failure) {
    StatementContext context = failure.getStatementContext();
    String statement = context == null ? null : context.getRawSql();
    return statement == null
        ? failure.getShortMessage()
        : failure.getShortMessage() + " in: " + statement.strip();
  }

  /** Closes the pool; statements under way fail. */
  @Override
  public void close() {
    pool.close();
  }
}
