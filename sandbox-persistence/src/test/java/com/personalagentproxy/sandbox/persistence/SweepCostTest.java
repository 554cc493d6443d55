package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.SandboxStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** M9: what a sweep reads grows with what is due, not with what exists. */
class SweepCostTest {

  /** Of 20,000; the planner itself reads some at either end of an index. */
  private static final long FEW = 50;

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  /** Twenty thousand, of which five are idle and five overdue at noon, in two connections. */
  @BeforeEach
  void fill() {
    DATABASE
        .jdbi()
        .useHandle(
            handle -> {
              handle
                  .createUpdate(
                      """
                      INSERT INTO sandboxes (
                        id, connection_id, name, name_key, made_at, made_by, state, state_since, deadline, generation,
                        reason, last_used, admissions, running)
                      SELECT gen_random_uuid(),
                        CAST('11111111-0000-4000-8000-00000000000' || number % 2 AS uuid),
                        'box ' || number, 'box ' || number, :noon, 'nobody',
                        CASE WHEN number % 2 = 0 THEN 'awake' ELSE 'waking' END, :noon,
                        CASE WHEN number % 2 = 1 THEN :noon + (number - 9) * interval '1 second' END,
                        1, 'none', :noon + (number - 8) * interval '1 second', 0, '[]'
                      FROM generate_series(0, 19999) AS number
                      """)
                  .bind("noon", NOON)
                  .execute();
              handle.execute("ANALYZE sandboxes");
            });
  }

  @Test
  void lookingForTheIdleReadsNothingElse() {
    assertThat(rowsRead(store -> store.idle(NOON, NOON, 200), 5)).isLessThan(FEW);
  }

  @Test
  void lookingForTheOverdueReadsNothingElse() {
    assertThat(rowsRead(store -> store.overdue(NOON, 200), 5)).isLessThan(FEW);
  }

  @Test
  void nothingDueReadsNextToNothing() {
    Instant earlier = NOON.minus(Duration.ofDays(1));
    assertThat(rowsRead(store -> store.idle(earlier, NOON, 200), 0)).isLessThan(FEW);
    assertThat(rowsRead(store -> store.overdue(earlier, 200), 0)).isLessThan(FEW);
  }

  private static long rowsRead(Function<SandboxStore, List<?>> look, int due) {
    return DATABASE
        .jdbi()
        .inTransaction(
            handle -> {
              assertThat(look.apply(new PostgresSandboxStore(on(handle)))).hasSize(due);
              return handle
                  .createQuery(
                      """
                      SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
                      FROM pg_stat_xact_user_tables WHERE relname = 'sandboxes'
                      """)
                  .mapTo(Long.class)
                  .one();
            });
  }

  private static Jdbi on(Handle handle) {
    return Database.prepared(Jdbi.create(handle.getConnection()));
  }
}
