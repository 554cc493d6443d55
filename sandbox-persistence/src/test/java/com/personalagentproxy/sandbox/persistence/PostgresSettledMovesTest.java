package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.SettledMoves;
import com.personalagentproxy.sandbox.move.SettledMovesContract;
import com.personalagentproxy.sandbox.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** Two servers on one database: what one settles, who waits at the other hears. */
@Timeout(120)
class PostgresSettledMovesTest implements SettledMovesContract {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
  private static final int TIMES = 100;
  private static final int SLOTS = 64;

  private final PostgresSandboxStore here = new PostgresSandboxStore(DATABASE.jdbi());
  private Database other;
  private PostgresSettledMoves there;

  @BeforeEach
  void anotherServerListens() throws Exception {
    other = Database.open(DATABASE.address(), "other", 2, Tables.SERVER);
    there = other.settledMoves();
    awaitThat(() -> listeners() == 1);
    awaitWhatBeginningToListenTellsAll();
  }

  /**
   * Whoever begins to listen wakes all waiters once, shortly after the database shows that it
   * listens. The last slot is woken last by that, or after it by the notice sent here.
   */
  private void awaitWhatBeginningToListenTellsAll() throws InterruptedException {
    SandboxId inLastSlot = new SandboxId(UUID.randomUUID());
    while (slot(inLastSlot) != SLOTS - 1) {
      inLastSlot = new SandboxId(UUID.randomUUID());
    }
    SettledMoves.Watch watch = there.watch(inLastSlot);
    tell(inLastSlot.toString());
    watch.await(FOR_EVER);
  }

  @AfterEach
  void itStopsAndLeavesNothing() {
    there.close();
    other.close();
    awaitThat(() -> listeners() == 0 && threads() == 0);
  }

  @Override
  public SettledMoves moves() {
    return there;
  }

  @Test
  void whoWaitsAtAnotherServerHearsOfItAtOnce() throws Exception {
    List<Duration> latencies = new ArrayList<>();
    for (int time = 0; time < TIMES; time++) {
      Sandbox waking = waking();
      CompletableFuture<Long> woken = wokenAt(there.watch(waking.id()));
      long settling = System.nanoTime();
      settle(here, waking);
      latencies.add(Duration.ofNanos(woken.get(30, TimeUnit.SECONDS) - settling));
    }

    List<Duration> sorted = latencies.stream().sorted().toList();
    System.out.printf(
        "A settled move is heard of at another server after %s at the median, %s at most.%n",
        sorted.get(TIMES / 2), sorted.get(TIMES - 1));
    assertThat(sorted.get(TIMES / 2)).isLessThan(Duration.ofMillis(50));
    assertThat(sorted.get(TIMES - 1)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void whoWaitsForADeletedOneHearsThatItIsGone() throws Exception {
    Sandbox deleting = added(StateName.DELETING);
    CompletableFuture<Long> woken = wokenAt(there.watch(deleting.id()));

    assertThat(here.remove(deleting.id(), deleting.generation())).isTrue();

    woken.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aWriteThatIsRolledBackOrRefusedTellsNobody() throws Exception {
    Sandbox waking = waking();
    SettledMoves.Watch watch = there.watch(waking.id());
    try (Handle handle = DATABASE.jdbi().open()) {
      handle.begin();
      settle(
          new PostgresSandboxStore(Database.prepared(Jdbi.create(handle.getConnection()))), waking);
      handle.rollback();
    }
    Guard before = Guard.of(waking.in(waking.state(), waking.generation().next(), "later"));
    assertThat(here.settle(waking.id(), before, awake(), "woken")).isEmpty();
    assertThat(here.remove(waking.id(), waking.generation())).isFalse();

    Sandbox another = wakingInAnotherSlotThan(waking);
    CompletableFuture<Long> woken = wokenAt(there.watch(another.id()));
    settle(here, another);
    woken.get(30, TimeUnit.SECONDS);

    assertThat(hasHeard(watch)).isFalse();
  }

  @Test
  void whoseNoticesAreCutGoesOnAtOnceAndHearsAgainSoon() throws Exception {
    Sandbox first = waking();
    CompletableFuture<Long> woken = wokenAt(there.watch(first.id()));

    // What was settled while nobody listened is not lost on who waits: all look again.
    DATABASE
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + LISTENING));
    woken.get(30, TimeUnit.SECONDS);

    Sandbox second = waking();
    CompletableFuture<Long> again = wokenAt(there.watch(second.id()));
    settle(here, second);
    again.get(30, TimeUnit.SECONDS);
  }

  @Test
  void anotherApplicationsNoticesAndNonsenseDoNoHarm() throws Exception {
    Sandbox waking = waking();
    SettledMoves.Watch watch = there.watch(waking.id());
    execute("NOTIFY sandbox_moves, 'another channel'");
    execute("NOTIFY other, '%s'".formatted(waking.id()));
    Sandbox another = wakingInAnotherSlotThan(waking);
    CompletableFuture<Long> woken = wokenAt(there.watch(another.id()));
    settle(here, another);
    woken.get(30, TimeUnit.SECONDS);
    assertThat(hasHeard(watch)).isFalse();

    CompletableFuture<Long> byNonsense = wokenAt(watch);
    tell("nonsense");

    byNonsense.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aClaimOfTheIdleTellsNobodyAnything() throws Exception {
    Sandbox idle = added(StateName.AWAKE);
    SettledMoves.Watch watch = there.watch(idle.id());
    assertThat(
            here.claimIdle(
                new Idleness(NOON, NOON), SomeSandbox.onTheWay(Move.SLEEP, NOON), "idle", 1))
        .hasSize(1);
    Sandbox own = wakingInAnotherSlotThan(idle);
    CompletableFuture<Long> woken = wokenAt(there.watch(own.id()));
    settle(here, own);
    woken.get(30, TimeUnit.SECONDS);

    assertThat(hasHeard(watch)).isFalse();
  }

  @Test
  void sandboxesInAnotherSchemaAreAnotherMatter() throws Exception {
    execute("CREATE SCHEMA another");
    DatabaseAddress inSchema =
        new DatabaseAddress(
            DATABASE.address().url()
                + (DATABASE.address().url().contains("?") ? "&" : "?")
                + "currentSchema=another",
            DATABASE.address().user(),
            DATABASE.address().password());
    try (Database another = Database.open(inSchema, "another", 1, Tables.COLLECTION)) {
      PostgresSandboxStore elsewhere = new PostgresSandboxStore(another.jdbi());
      Sandbox waking = waking();
      elsewhere.add(waking);
      SettledMoves.Watch watch = there.watch(waking.id());
      settle(elsewhere, waking);
      Sandbox own = wakingInAnotherSlotThan(waking);
      CompletableFuture<Long> woken = wokenAt(there.watch(own.id()));
      settle(here, own);
      woken.get(30, TimeUnit.SECONDS);

      assertThat(hasHeard(watch)).isFalse();
    } finally {
      execute("DROP SCHEMA another CASCADE");
    }
  }

  @Test
  void aConnectionThatIsCutUnseenIsFoundOut() throws Exception {
    try (WiredDatabase wired = WiredDatabase.of(DATABASE.address());
        PostgresSettledMoves far = over(wired)) {
      Wire wire = wired.wire();
      awaitThat(() -> listeners() == 2);
      wire.is(Wire.State.SILENT);
      awaitThat(() -> wire.connections() == 0);
      wire.is(Wire.State.WELL);

      Sandbox waking = waking();
      SettledMoves.Watch watch = far.watch(waking.id());
      wire.cut();

      watch.await(FOR_EVER);
    }
  }

  @Test
  void closingWaitsForNoDatabase() throws Exception {
    WiredDatabase wired = WiredDatabase.of(DATABASE.address());
    PostgresSettledMoves far = over(wired);
    awaitThat(() -> listeners() == 2);
    wired.wire().is(Wire.State.SILENT);

    long begun = System.nanoTime();
    far.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
    wired.close();
    awaitThat(() -> threads() == 1);
  }

  @Test
  void aDatabaseThatIsAwayAtFirstIsListenedToWhenItIsThere() throws Exception {
    try (WiredDatabase wired = WiredDatabase.of(DATABASE.address())) {
      Wire wire = wired.wire();
      wire.is(Wire.State.REFUSING);
      try (PostgresSettledMoves far = over(wired)) {
        Sandbox waking = waking();
        SettledMoves.Watch watch = far.watch(waking.id());
        wire.is(Wire.State.WELL);

        watch.await(FOR_EVER);
      }
    }
  }

  private static PostgresSettledMoves over(WiredDatabase wired) {
    DatabaseAddress address = wired.address();
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(address.url());
    source.setUser(address.user());
    source.setPassword(address.password());
    source.setApplicationName("sandboxes: notices");
    source.setConnectTimeout(1);
    source.setSocketTimeout(1);
    return new PostgresSettledMoves(source, Duration.ofMillis(50));
  }

  private Sandbox waking() {
    return added(StateName.WAKING);
  }

  private Sandbox added(StateName state) {
    Sandbox sandbox = SomeSandbox.in(state, SomeSandbox.someConnection(), "build", NOON);
    here.add(sandbox);
    return sandbox;
  }

  private Sandbox wakingInAnotherSlotThan(Sandbox sandbox) {
    Sandbox another = waking();
    while (slot(another) == slot(sandbox)) {
      another = waking();
    }
    return another;
  }

  private static int slot(Sandbox sandbox) {
    return slot(sandbox.id());
  }

  private static int slot(SandboxId sandbox) {
    return Math.floorMod(sandbox.value().hashCode(), SLOTS);
  }

  private static void tell(String payload) {
    execute(
        "SELECT pg_notify('sandbox_moves_' || 'sandboxes'::regclass::oid, '%s')"
            .formatted(payload));
  }

  private static void settle(PostgresSandboxStore store, Sandbox waking) {
    assertThat(store.settle(waking.id(), Guard.of(waking), awake(), "woken")).isPresent();
  }

  private static MachineState.Settled awake() {
    return new MachineState.Settled(StateName.AWAKE, NOON);
  }

  private static CompletableFuture<Long> wokenAt(SettledMoves.Watch watch) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            watch.await(FOR_EVER);
            return System.nanoTime();
          } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
          }
        });
  }

  private static boolean hasHeard(SettledMoves.Watch watch) throws InterruptedException {
    long begun = System.nanoTime();
    watch.await(SHORT);
    return System.nanoTime() - begun < SHORT.toNanos();
  }

  private static final String LISTENING =
      "datname = current_database() AND application_name = 'sandboxes: notices'";

  private static int listeners() {
    return DATABASE
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        "SELECT count(*) FROM pg_stat_activity WHERE query IN ('SELECT 1') AND %1$s OR query LIKE 'LISTEN%%' AND %1$s"
                            .formatted(LISTENING))
                    .mapTo(Integer.class)
                    .one());
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("sandbox-notices"))
        .count();
  }

  private static void execute(String statement) {
    DATABASE.jdbi().useHandle(handle -> handle.execute(statement));
  }

  private static void awaitThat(BooleanSupplier isSo) {
    long begun = System.nanoTime();
    while (!isSo.getAsBoolean()) {
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(60));
    }
  }
}
