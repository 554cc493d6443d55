package com.personalagentproxy.sandbox.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.activity.SomeEntry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxStore.Admitted;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.world.Aside;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.result.ResultIterator;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The order that a race seldom hits: a write reads its row, another changes the row and commits,
 * and only then the write goes on.
 */
class InterleavingTest {

  @RegisterExtension static final TestDatabase DATABASE = TestDatabase.withSomeConnections();

  private static final Instant NOON = Instant.parse("2026-01-02T12:00:00.678901Z");
  private static final TaskId TASK = SomeSandbox.someTask();
  private static final Idleness IDLE = new Idleness(NOON.plusSeconds(9), NOON.plusSeconds(9));
  private static final ExecKey KEY = new ExecKey("nightly build 7", "f00d");

  private final PostgresSandboxStore store = new PostgresSandboxStore(DATABASE.jdbi());
  private final Sandbox read = SomeSandbox.awake(SomeSandbox.someConnection(), "build", NOON);

  @Test
  void theIdleThatAnotherIsWritingIsPassedOverAndClaimedTheNextTime() {
    store.add(read);
    Sandbox behind = SomeSandbox.awake(read.connection(), "docs", NOON.plusSeconds(1));
    store.add(behind);

    try (Handle handle = DATABASE.jdbi().open()) {
      handle.begin();
      handle.execute("SELECT FROM sandboxes WHERE id = ? FOR NO KEY UPDATE", read.id().value());

      assertThat(claimedIdle(1)).containsExactly(behind.id());
      assertThat(claimedIdle(1)).isEmpty();
      handle.rollback();
    }

    assertThat(claimedIdle(1)).containsExactly(read.id());
  }

  @Test
  void theIdleThatACommandIsBeingAdmittedToIsNotWaitedFor() {
    store.add(read);

    try (Handle handle = DATABASE.jdbi().open()) {
      handle.begin();
      assertThat(new PostgresSandboxStore(on(handle)).admit(take()))
          .isInstanceOf(Admitted.In.class);

      assertThat(claimedIdle(1)).isEmpty();
      handle.commit();
    }

    assertThat(claimedIdle(1)).isEmpty();
  }

  @Test
  void whetherItIsIdleIsAskedOfTheVersionThatIsLocked() {
    store.add(read);
    Sandbox behind = SomeSandbox.awake(read.connection(), "docs", NOON.plusSeconds(1));
    store.add(behind);
    Sandbox last = SomeSandbox.awake(read.connection(), "site", NOON.plusSeconds(2));
    store.add(last);

    DATABASE
        .jdbi()
        .useTransaction(
            handle -> {
              // Row by row: all were idle when it began, and each is locked when it is come to,
              // which is one before it is asked for.
              Query chosen = IdleRows.bound(IdleRows.CHOSEN, IDLE, 9, handle).setFetchSize(1);
              try (ResultIterator<UUID> rows = chosen.mapTo(UUID.class).iterator()) {
                assertThat(rows.next()).isEqualTo(read.id().value());
                assertThat(Aside.calls(() -> store.admit(take(last, null))).join())
                    .isInstanceOf(Admitted.In.class);
                assertThat(rows.next()).isEqualTo(behind.id().value());
                assertThat(rows.hasNext()).isFalse();
              }
            });
  }

  private List<SandboxId> claimedIdle(int limit) {
    return store.claimIdle(IDLE, SomeSandbox.onTheWay(Move.SLEEP, NOON), "idle", limit).stream()
        .map(Sandbox::id)
        .toList();
  }

  @Test
  void aTakeThatWaitedForAnotherIsRefused() throws Exception {
    store.add(read);

    assertThat(whileHeld(held -> held.admit(take()), () -> store.admit(take())))
        .isInstanceOf(Admitted.NotAsSaid.class);
  }

  @Test
  void aTakeThatWaitedForTheSameExecIdIsGivenTheFirst() throws Exception {
    store.add(read);
    Admission first = take(KEY);

    assertThat(whileHeld(held -> held.admit(first), () -> store.admit(take(KEY))))
        .isEqualTo(new Admitted.Repeated(first.entry()));
  }

  @Test
  void theHoldersCommandThatWaitedForTheSameExecIdIsGivenTheFirst() throws Exception {
    Sandbox held = SomeSandbox.heldBy(TASK, read);
    store.add(held);
    Admission first = keep(held, KEY);

    assertThat(whileHeld(on -> on.admit(first), () -> store.admit(keep(held, KEY))))
        .isEqualTo(new Admitted.Repeated(first.entry()));
    assertThat(store.find(held.id()).orElseThrow().admissions()).isEqualTo(1);
  }

  @Test
  void theSameExecIdThatWaitedForTheFirstToBeNotRunIsAdmitted() throws Exception {
    Sandbox held = SomeSandbox.heldBy(TASK, read);
    store.add(held);
    Admission first = keep(held, KEY);
    store.admit(first);

    assertThat(
            whileHeld(
                on ->
                    on.end(
                        held.id(),
                        first.command().id(),
                        new Verdict.Refused(Refusal.Kind.UNREACHABLE, "It could not be woken."),
                        NOON),
                () -> store.admit(keep(held, KEY))))
        .isInstanceOf(Admitted.In.class);
  }

  @Test
  void anAdmissionThatWaitedForADeleteIsRefused() throws Exception {
    store.add(read);

    assertThat(
            whileHeld(
                held ->
                    held.claim(
                        read.id(),
                        Guard.of(read),
                        SomeSandbox.onTheWay(Move.DELETE, NOON),
                        "asked"),
                () -> store.admit(take())))
        .isInstanceOf(Admitted.NotAsSaid.class);
  }

  @Test
  void aNameThatWaitedForItsBearerToGoIsFree() throws Exception {
    Sandbox deleting = read.in(SomeSandbox.onTheWay(Move.DELETE, NOON), read.generation(), "asked");
    store.add(deleting);
    Sandbox next = SomeSandbox.awake(read.connection(), "build", NOON);

    assertThat(whileHeld(held -> held.remove(read.id(), read.generation()), () -> store.add(next)))
        .isEqualTo(new SandboxStore.Added.New(next));
  }

  private Admission take() {
    return take(null);
  }

  private Admission take(@Nullable ExecKey key) {
    return take(read, key);
  }

  private static Admission take(Sandbox row, @Nullable ExecKey key) {
    RunningCommand command = SomeSandbox.command(TASK, NOON.plusSeconds(60));
    return new Admission.Take(
        row.id(), 0, new Lease(TASK, NOON), command, SomeEntry.of(command, row, key), NOON);
  }

  private Admission keep(Sandbox held, ExecKey key) {
    RunningCommand command = SomeSandbox.command(TASK, NOON.plusSeconds(60));
    return new Admission.Keep(held.id(), TASK, command, SomeEntry.of(command, held, key), NOON);
  }

  private interface Change {
    Object by(PostgresSandboxStore store);
  }

  /** What the second comes to, when it waits for the first to commit. */
  private static <T> T whileHeld(Change first, Supplier<T> second) throws Exception {
    try (Handle handle = DATABASE.jdbi().open()) {
      handle.begin();
      assertThat(first.by(new PostgresSandboxStore(on(handle)))).isNotNull();
      CompletableFuture<T> waiting = CompletableFuture.supplyAsync(second);
      awaitThatOneWaits();
      handle.commit();
      return waiting.get(30, TimeUnit.SECONDS);
    }
  }

  private static Jdbi on(Handle handle) {
    return Database.prepared(Jdbi.create(handle.getConnection()));
  }

  private static void awaitThatOneWaits() {
    boolean waits = false;
    for (int look = 0; look < 10_000 && !waits; look++) {
      waits =
          DATABASE
              .jdbi()
              .withHandle(
                  handle ->
                      handle
                          .createQuery(
                              """
                              SELECT EXISTS (SELECT FROM pg_stat_activity
                                             WHERE datname = current_database() AND wait_event_type = 'Lock')
                              """)
                          .mapTo(Boolean.class)
                          .one());
    }
    assertThat(waits).as("the second waits for the first").isTrue();
  }
}
