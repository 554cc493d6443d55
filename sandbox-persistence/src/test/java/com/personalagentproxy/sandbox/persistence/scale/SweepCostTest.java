package com.personalagentproxy.sandbox.persistence.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.persistence.PostgresSandboxStore;
import com.personalagentproxy.sandbox.persistence.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * M9: what a sweep reads grows with what is due, not with what exists. It is counted in the
 * statement's own plan: PostgreSQL's counters count too what the planner looks up to know where an
 * index begins and ends, and that is more when rows went from there.
 */
class SweepCostTest {

  /** What is found is read once to be ranked, and once more whole. */
  private static final int TWICE = 2;

  /** What is claimed is read once to be ranked, once to be locked and once to be changed. */
  private static final int THRICE = 3;

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static ObservedDatabase observed;

  /** Twenty thousand, of which five are idle and five overdue at noon, in two connections. */
  @BeforeAll
  static void fill() {
    observed = new ObservedDatabase(DATABASE.emptyOne());
    observed
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
                        1, 'none', :noon + (number - 8) * interval '1 minute', 0, '[]'
                      FROM generate_series(0, 19999) AS number
                      """)
                  .bind("noon", NOON)
                  .execute();
              handle.execute("ANALYZE sandboxes");
            });
  }

  @AfterAll
  static void close() {
    observed.close();
  }

  @Test
  void claimingTheIdleReadsNothingElse() {
    assertThat(rowsRead(store -> claimIdle(store, NOON, 200), 5)).isEqualTo(THRICE * 5);
  }

  @Test
  void ofMoreIdleThanAreClaimedTheOthersAreRankedOnly() {
    assertThat(rowsRead(store -> claimIdle(store, NOON, 2), 2)).isEqualTo(5 + 2 * 2);
  }

  @Test
  void lookingForTheOverdueReadsNothingElse() {
    assertThat(rowsRead(store -> store.overdue(NOON, 200), 5)).isEqualTo(TWICE * 5);
  }

  @Test
  void nothingDueReadsNothing() {
    Instant earlier = NOON.minus(Duration.ofDays(1));
    assertThat(rowsRead(store -> claimIdle(store, earlier, 200), 0)).isZero();
    assertThat(rowsRead(store -> store.overdue(earlier, 200), 0)).isZero();
  }

  /** As the index has only the minute. */
  @Test
  void ofThoseThatAreNotQuiteIdleOnlyThatMinutesAreRead() {
    Instant justBefore = NOON.minusNanos(1000);
    Instant justAfter = NOON.plusSeconds(59);
    assertThat(rowsRead(store -> claimIdle(store, justBefore, 200), 4)).isEqualTo(THRICE * 4);
    assertThat(rowsRead(store -> claimIdle(store, justAfter, 200), 5)).isEqualTo(THRICE * 5);
  }

  /** What is claimed is idle again afterwards. */
  private static List<Sandbox> claimIdle(SandboxStore store, Instant lastUsed, int limit) {
    return observed
        .jdbi()
        .inTransaction(
            handle -> {
              List<Sandbox> claimed =
                  store.claimIdle(
                      new Idleness(lastUsed, NOON),
                      SomeSandbox.onTheWay(Move.SLEEP, NOON),
                      "idle",
                      limit);
              handle.rollback();
              return claimed;
            });
  }

  private static long rowsRead(Function<SandboxStore, List<?>> look, int due) {
    return observed
        .plansOf(
            () -> assertThat(look.apply(new PostgresSandboxStore(observed.jdbi()))).hasSize(due))
        .stream()
        .mapToLong(Plan::rowsRead)
        .sum();
  }
}
