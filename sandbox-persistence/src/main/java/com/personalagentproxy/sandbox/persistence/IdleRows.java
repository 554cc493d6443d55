package com.personalagentproxy.sandbox.persistence;

import static com.personalagentproxy.sandbox.persistence.Columns.micros;

import com.personalagentproxy.sandbox.collection.Idleness;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * One write that changes so many of the idle rows and leaves alone those that somebody else is
 * writing.
 *
 * <p>Only what is due is ranked, which an index tells. Then one after the other is locked by its
 * id, until there are enough: whether it is idle is asked of the newest version that is then
 * locked, and one that isn't, or that another has locked, doesn't count. So two servers that claim
 * at once get as many each as they ask for, and the first ones that are locked don't hide those
 * behind them.
 */
final class IdleRows {

  /** {@link Idleness#holds}, in SQL. */
  private static final String IS_IDLE =
      "state = 'awake' AND last_used <= :idleSince AND " + GuardedWrites.NOTHING_RUNS;

  /** Materialized, or the limit could be exceeded: a plan might run it more than once. */
  static final String CHOSEN =
      """
      SELECT locked.id AS chosen_id
      FROM (
        SELECT id, last_used,
          row_number() OVER (PARTITION BY connection_id ORDER BY last_used, id) AS turn
        FROM sandboxes WHERE awake_last_used <= :idleSince AND %1$s
        ORDER BY turn, last_used, id) AS due,
      LATERAL (
        SELECT id FROM sandboxes WHERE id = due.id AND %1$s
        FOR NO KEY UPDATE SKIP LOCKED) AS locked
      ORDER BY due.turn, due.last_used, due.id
      LIMIT :limit
      """
          .formatted(IS_IDLE);

  private IdleRows() {}

  /**
   * The statement, with what they become.
   *
   * @param change what is set, whose values are yet to be bound
   */
  static Query changed(String change, Idleness idle, int limit, Handle handle) {
    return bound(
        """
        WITH chosen AS MATERIALIZED (%s)
        UPDATE sandboxes SET %s FROM chosen WHERE id = chosen_id AND %s
        RETURNING %s
        """
            .formatted(CHOSEN, change, IS_IDLE, SandboxRow.COLUMNS),
        idle,
        limit,
        handle);
  }

  /** A statement with {@link #CHOSEN} in it. */
  static Query bound(String statement, Idleness idle, int limit, Handle handle) {
    return handle
        .createQuery(statement)
        // How many are due is told by the time that is bound.
        .addCustomizer(new PlannedForItsValues())
        .bind("idleSince", idle.lastUsedAtOrBefore())
        .bind("nowMicros", micros(idle.now()))
        .bind("limit", limit);
  }
}
