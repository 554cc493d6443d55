package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.life.Step;
import com.personalagentproxy.sandbox.life.Steps;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.result.ResultBearing;
import org.jspecify.annotations.Nullable;

/** The chronicle in PostgreSQL: a trigger of the table of sandboxes writes it. */
public final class PostgresChronicle implements Chronicle {

  /** How many of the newest steps are looked at for when they came. */
  private static final int NEWEST = 2000;

  private record Row(
      long id,
      UUID sandboxId,
      UUID connectionId,
      @Nullable String state,
      Instant at,
      String reason) {

    Step step() {
      return new Step(
          id,
          new SandboxId(sandboxId),
          new ConnectionId(connectionId),
          state == null ? null : StateName.valueOf(state.toUpperCase(Locale.ROOT)),
          at,
          reason);
    }
  }

  private final Statements statements;
  private final PostgresSandboxStore store;

  /**
   * With a {@link Database#jdbi}, or another that was {@link Database#prepared prepared} and whose
   * database has the tables.
   */
  public PostgresChronicle(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
    this.store = new PostgresSandboxStore(jdbi);
  }

  @Override
  public List<Step> of(SandboxId sandbox, long before, int limit) {
    return statements.withHandle(
        handle ->
            steps(
                handle
                    .createQuery(
                        """
                        SELECT * FROM sandbox_steps WHERE sandbox_id = :sandbox AND id < :before
                        ORDER BY id DESC
                        LIMIT :limit
                        """)
                    .bind("sandbox", sandbox.value())
                    .bind("before", before)
                    .bind("limit", limit)));
  }

  @Override
  public Steps since(long after, Collection<ConnectionId> connections, int limit) {
    return statements.withHandle(
        handle -> {
          // First, so that what comes between the two is still to come for who goes on from here.
          long newest = newest(handle);
          return new Steps(
              newest <= after || connections.isEmpty()
                  ? List.of()
                  : steps(
                      handle
                          .createQuery(
                              """
                              SELECT * FROM sandbox_steps
                              WHERE id > :after AND connection_id = ANY (:connections)
                              ORDER BY id
                              LIMIT :limit
                              """)
                          // How many there are is told by the number that is bound.
                          .addCustomizer(new PlannedForItsValues())
                          .bind("after", after)
                          .bindArray("connections", UUID.class, values(connections))
                          .bind("limit", limit)),
              newest);
        });
  }

  private static long newest(Handle handle) {
    return handle
        .createQuery("SELECT coalesce(max(id), 0) FROM sandbox_steps")
        .mapTo(Long.class)
        .one();
  }

  /**
   * Not the one before the first that is there: steps that are written at once become visible in
   * any order, so lower ones of that time may be yet to come.
   */
  @Override
  public long numberAt(Instant since) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT coalesce(max(id) FILTER (WHERE at < :since AND id < first), min(id) - 1, 0)
                    FROM (
                      SELECT id, at, coalesce(min(id) FILTER (WHERE at >= :since) OVER (), :noNumber) AS first
                      FROM (SELECT id, at FROM sandbox_steps ORDER BY id DESC LIMIT :newest) AS newest
                    ) AS known
                    """)
                .bind("since", since)
                .bind("newest", NEWEST)
                .bind("noNumber", NO_NUMBER)
                .mapTo(Long.class)
                .one());
  }

  @Override
  public List<Sandbox> now(Collection<SandboxId> sandboxes) {
    return sandboxes.isEmpty() ? List.of() : store.known(sandboxes);
  }

  /** The minute tells nearly all: the index has no more, since commands change the rest. */
  @Override
  public List<Sandbox> usedSince(Instant since, Collection<ConnectionId> connections, int limit) {
    return connections.isEmpty()
        ? List.of()
        : statements.withHandle(
            handle ->
                rows(
                    handle
                        .createQuery(
                            """
                            SELECT %s FROM sandboxes
                            WHERE awake_last_used >= date_bin('1 minute', CAST(:since AS timestamptz), TIMESTAMPTZ '2000-01-01 00:00:00+00')
                              AND last_used >= :since AND connection_id = ANY (:connections)
                            ORDER BY last_used DESC
                            LIMIT :limit
                            """
                                .formatted(SandboxRow.COLUMNS))
                        // How many were used since is told by the time that is bound.
                        .addCustomizer(new PlannedForItsValues())
                        .bind("since", since)
                        .bindArray("connections", UUID.class, values(connections))
                        .bind("limit", limit)));
  }

  @Override
  public List<Sandbox> heldBy(
      Collection<TaskId> tasks, Collection<ConnectionId> connections, int limit) {
    return tasks.isEmpty() || connections.isEmpty()
        ? List.of()
        : statements.withHandle(
            handle ->
                rows(
                    handle
                        .createQuery(
                            """
                            SELECT %s FROM sandboxes
                            WHERE holder = ANY (:tasks) AND connection_id = ANY (:connections)
                            LIMIT :limit
                            """
                                .formatted(SandboxRow.COLUMNS))
                        .bindArray("tasks", UUID.class, tasks.stream().map(TaskId::value).toList())
                        .bindArray("connections", UUID.class, values(connections))
                        .bind("limit", limit)));
  }

  @Override
  public int clear(Instant before, int limit) {
    return statements.withHandle(
        handle ->
            handle
                .createUpdate(
                    """
                    DELETE FROM sandbox_steps WHERE id = ANY (ARRAY(
                      SELECT id FROM (SELECT id, at FROM sandbox_steps ORDER BY id LIMIT :limit) AS oldest
                      WHERE at < :before))
                    """)
                .bind("before", before)
                .bind("limit", limit)
                .execute());
  }

  private static List<Step> steps(ResultBearing rows) {
    return rows.map(ConstructorMapper.of(Row.class)).stream().map(Row::step).toList();
  }

  private static List<Sandbox> rows(ResultBearing rows) {
    return rows.mapTo(SandboxRow.class).stream().map(SandboxRow::sandbox).toList();
  }

  private static List<UUID> values(Collection<ConnectionId> connections) {
    return connections.stream().map(ConnectionId::value).distinct().toList();
  }
}
