package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.move.LocalSettledMoves;
import com.personalagentproxy.sandbox.move.SettledMoves;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices of moves that any server on the database settled. Those of other servers come over one
 * connection that listens; while it is cut, or if something between takes the notices away, waiters
 * hear only of this server's own moves, and look at the row now and then in any case. Safe for use
 * by many threads.
 *
 * <p>A notice is sent by the statement that settles or removes the row, so it comes when that is
 * committed and only then, and costs no statement. What is counted in and out with each command
 * sends none: PostgreSQL lets transactions that notify commit only one after the other.
 */
public final class PostgresSettledMoves implements SettledMoves, AutoCloseable {

  /**
   * What a statement on {@code sandboxes} returns to send the notice of its row. Notices of tables
   * in other schemas of the database have another channel.
   */
  static final String NOTICE =
      "pg_notify('sandbox_moves_' || sandboxes.tableoid, sandboxes.id::text)";

  private static final String CHANNEL = "SELECT 'sandbox_moves_' || 'sandboxes'::regclass::oid";

  /** After so long without a notice it is looked whether the connection is still there. */
  private static final Duration LONGEST_QUIET = Duration.ofSeconds(10);

  /** Within which an answer comes, or the connection counts as cut. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

  private static final Logger log = LoggerFactory.getLogger(PostgresSettledMoves.class);

  private final LocalSettledMoves local = new LocalSettledMoves();
  private final DataSource source;
  private final Duration longestQuiet;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread listener;
  private volatile @Nullable Connection connection;

  PostgresSettledMoves(DataSource source, Duration longestQuiet) {
    this.source = source;
    this.longestQuiet = longestQuiet;
    this.listener = new Thread(this::listen, "sandbox-notices");
    listener.setDaemon(true);
    listener.start();
  }

  /**
   * Begins to listen over a connection of this source, which is kept until this is closed: best one
   * without a pool, whose connections belong to {@code org.postgresql} and have time limits. A
   * database that is away is tried again and again.
   */
  public PostgresSettledMoves(DataSource source) {
    this(source, LONGEST_QUIET);
  }

  static PostgresSettledMoves listeningOn(PGSimpleDataSource source) {
    source.setApplicationName("sandboxes: notices");
    source.setSocketTimeout((int) LONGEST_SILENCE.toSeconds());
    return new PostgresSettledMoves(source);
  }

  /** Wakes this server's waiters; the other servers' are told by the write itself. */
  @Override
  public void announce(SandboxId sandbox) {
    local.announce(sandbox);
  }

  @Override
  public Watch watch(SandboxId sandbox) {
    return local.watch(sandbox);
  }

  /** Hears nothing of other servers any more; comes back soon, whatever the database does. */
  @Override
  public void close() {
    closed.countDown();
    abort(connection);
    try {
      listener.join(CLOSE_WITHIN.toMillis());
    } catch (InterruptedException stopNow) {
      Thread.currentThread().interrupt();
    }
  }

  private void listen() {
    Duration pause = SHORTEST_PAUSE;
    boolean isTold = false;
    while (!isClosed()) {
      boolean heard = false;
      try (Connection opened = source.getConnection()) {
        connection = opened;
        PGConnection notices = opened.unwrap(PGConnection.class);
        begin(opened);
        heard = true;
        if (isTold) {
          log.info("Notices of other servers' moves come again.");
          isTold = false;
        }
        // Whatever happened until now may have gone by unheard.
        local.announceAll();
        hear(notices, opened);
      } catch (SQLException | RuntimeException cut) {
        if (!isTold && !isClosed()) {
          log.warn(
              "Notices of other servers' moves don't come, so waiting for one takes a little longer: {}. It is tried again.",
              Tables.firstLine(cut));
          isTold = true;
        }
      } finally {
        connection = null;
      }
      pause = heard ? SHORTEST_PAUSE : shorter(pause.multipliedBy(2), LONGEST_PAUSE);
      rest(pause);
    }
  }

  private static void begin(Connection opened) throws SQLException {
    opened.setAutoCommit(true);
    try (Statement statement = opened.createStatement()) {
      statement.execute("LISTEN " + channel(statement));
    }
  }

  private static String channel(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery(CHANNEL)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void hear(PGConnection notices, Connection opened) throws SQLException {
    while (!isClosed()) {
      PGNotification @Nullable [] heard = notices.getNotifications((int) longestQuiet.toMillis());
      if (heard == null || heard.length == 0) {
        // A connection that is cut in the middle says nothing by itself.
        try (Statement statement = opened.createStatement()) {
          statement.execute("SELECT 1");
        }
      } else {
        for (PGNotification each : heard) {
          announce(each.getParameter());
        }
      }
    }
  }

  /** Whoever may use the database may send anything. */
  private void announce(String payload) {
    try {
      local.announce(new SandboxId(UUID.fromString(payload)));
    } catch (IllegalArgumentException notOurs) {
      local.announceAll();
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void rest(Duration pause) {
    try {
      boolean isOver = closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      log.trace("Listening is over: {}", isOver);
    } catch (InterruptedException stopNow) {
      closed.countDown();
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Without waiting for what is being read from it. */
  private static void abort(@Nullable Connection open) {
    if (open != null) {
      try {
        open.abort(Runnable::run);
      } catch (SQLException isGone) {
        log.debug("The connection for notices was gone.", isGone);
      }
    }
  }
}
