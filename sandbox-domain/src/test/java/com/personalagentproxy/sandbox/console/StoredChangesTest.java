package com.personalagentproxy.sandbox.console;

import static com.personalagentproxy.sandbox.world.World.own;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.CommandRequest;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.collection.SomeSandbox;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.life.Chronicle;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.Overheard;
import com.personalagentproxy.sandbox.world.World;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StoredChangesTest {

  private final World world = new World();
  private final Caller laptop = world.start(world.laptop, "Fix the flaky test");
  private final StoredChanges feed = StoredChanges.unmoved(world.ports);
  private final ConnectionId home = world.ownConnection(laptop).id();
  private final ConnectionId bobs = world.ownConnection(own(world.bobs)).id();

  private List<Change> follow(ConnectionId connection, @Nullable String after) {
    List<Change> told = new ArrayList<>();
    feed.follow(Set.of(connection), after, told::add);
    return told;
  }

  /** Somebody who has been told all that there was. */
  private List<Change> following(ConnectionId connection) {
    List<Change> told = follow(connection, null);
    feed.look();
    told.clear();
    return told;
  }

  private void looks() {
    world.clock.advance(Duration.ofMillis(500));
    feed.look();
  }

  private static SandboxView view(Change change) {
    return ((Change.Changed) change).sandbox();
  }

  private static SandboxView only(List<Change> told) {
    assertThat(told).hasSize(1);
    return view(told.get(0));
  }

  @Test
  void aSandboxThatWasMadeIsToldOfOnce() {
    List<Change> told = following(home);

    SandboxView made = world.make(laptop, "build");
    looks();
    looks();

    assertThat(only(told)).isEqualTo(made);
  }

  @Test
  void movesAreToldOfAsTheyAreAtTheEnd() {
    SandboxView build = world.make(laptop, "build");
    List<Change> told = following(home);

    world.sandboxes.sleep(laptop, "build").orElseThrow();
    world.sandboxes.wake(laptop, "build").orElseThrow();
    SandboxView asleep = world.console.sleep(world.ada, build.id().toString()).orElseThrow();
    looks();

    assertThat(only(told)).isEqualTo(asleep);
  }

  @Test
  void oneThatIsDeletedIsGone() {
    SandboxView build = world.make(laptop, "build");
    List<Change> told = following(home);

    world.console.delete(world.ada, build.id().toString()).orElseThrow();
    looks();
    looks();

    assertThat(told).hasSize(1);
    assertThat(told.get(0)).isInstanceOf(Change.Removed.class);
    assertThat(((Change.Removed) told.get(0)).sandbox()).isEqualTo(build.id().value());
  }

  @Test
  void useIsToldOfWhenItBeginsAndWhenItEndsAndNotBetween() {
    world.make(laptop, "build");
    world.clock.advance(Duration.ofMinutes(1));
    List<Change> told = following(home);
    LongCommands.Running running = new LongCommands(world).run(laptop, "build");

    looks();
    assertThat(only(told).running()).isEqualTo(1);
    assertThat(only(told).user()).isNotNull();
    looks();
    assertThat(told).hasSize(1);

    running.ends();
    looks();
    assertThat(told).hasSize(2);
    assertThat(view(told.get(1)).running()).isZero();
  }

  /** As docs/api.md says to: what came last of each, until it is removed. */
  private static void keep(Map<UUID, SandboxView> kept, List<Change> told) {
    for (Change change : told) {
      if (change instanceof Change.Changed changed) {
        kept.put(changed.sandbox().id().value(), changed.sandbox());
      } else if (change instanceof Change.Removed removed) {
        kept.remove(removed.sandbox());
      }
    }
  }

  @Test
  void whatIsToldAgainToOneWhoComesBackChangesNothing() {
    List<Change> told = following(home);
    SandboxView build = world.make(laptop, "build");
    SandboxView scratch = world.make(laptop, "scratch");
    looks();
    world.console.delete(world.ada, scratch.id().toString()).orElseThrow();
    SandboxView asleep = world.sandboxes.sleep(laptop, "build").orElseThrow();
    looks();
    Map<UUID, SandboxView> kept = new HashMap<>();
    keep(kept, told);

    List<Change> again = follow(home, told.get(told.size() - 1).place());
    feed.look();

    assertThat(again)
        .as("a change is told a second time, and so is a removal")
        .hasAtLeastOneElementOfType(Change.Changed.class)
        .hasAtLeastOneElementOfType(Change.Removed.class);
    keep(kept, again);
    keep(kept, again);
    assertThat(kept).containsExactly(Map.entry(build.id().value(), asleep));
  }

  @Test
  void oneWhoseTaskIsFinishedIsFree() {
    world.make(laptop, "build");
    world.run(laptop, "build", "make").orElseThrow();
    world.clock.advance(Duration.ofMinutes(5));
    List<Change> told = following(home);

    world.finish(laptop);
    looks();

    assertThat(only(told).user()).isNull();
  }

  @Test
  void oneWhoseTaskIsLeftOpenIsFreeWhenTheTimeHasCome() {
    world.make(laptop, "build");
    List<Change> told = following(home);
    world.run(laptop, "build", "make").orElseThrow();
    looks();
    assertThat(only(told).user()).isNotNull();
    told.clear();
    world.clock.advance(Duration.ofMinutes(19));
    looks();
    assertThat(told).isEmpty();

    world.clock.advance(Duration.ofMinutes(1));
    feed.look();

    assertThat(only(told).user()).isNull();
  }

  @Test
  void aPersonsCommandDoesNotPutOffWhenItIsFree() {
    SandboxView build = world.make(laptop, "build");
    world.run(laptop, "build", "make").orElseThrow();
    world.clock.advance(Duration.ofMinutes(15));
    List<Change> told = following(home);
    world
        .console
        .run(
            world.ada,
            new CommandRequest(build.id().toString(), "ls", null, null, null),
            Follower.none())
        .orElseThrow();
    looks();
    told.clear();
    world.clock.advance(Duration.ofMinutes(5));

    feed.look();

    assertThat(only(told).user()).isNull();
  }

  @Test
  void nobodyIsToldOfAnothersSandboxes() {
    List<Change> told = following(bobs);

    world.make(laptop, "build");
    looks();

    assertThat(told).isEmpty();
  }

  @Test
  void whoFollowsOnFromAPlaceMissesNothing() {
    List<Change> told = following(home);
    world.make(laptop, "build");
    looks();
    String place = told.get(0).place();
    world.clock.advance(Duration.ofMinutes(2));
    SandboxView docs = world.make(laptop, "docs");
    world.run(laptop, "build", "make").orElseThrow();
    for (int at = 0; at < 60; at++) {
      looks();
    }

    List<Change> on = follow(home, place);
    looks();

    assertThat(on).extracting(change -> view(change).name()).contains("build", docs.name());
    on.clear();
    looks();
    assertThat(on).isEmpty();
  }

  @Test
  void whoReadsAfterAskingForThePlaceMissesNothing() {
    String place = feed.place();
    SandboxView build = world.make(laptop, "build");
    world.clock.advance(Duration.ofMinutes(1));

    List<Change> told = follow(home, place);
    looks();

    assertThat(only(told).id()).isEqualTo(build.id());
  }

  @Test
  void aPlaceThatIsTooOldOrNoneGetsToldThatItIsNotKnown() {
    String old = feed.place();
    world.clock.advance(Duration.ofHours(1));

    for (String place :
        List.of(old, "", "7", "-", "a-b", "7-", "1-99999999999999999999", "x".repeat(99))) {
      List<Change> told = follow(home, place);
      looks();
      assertThat(told).as(place).hasSize(1);
      assertThat(told.get(0)).isInstanceOf(Change.Unknown.class);
    }
  }

  /** A place is what a page sends: it must not have the store read from its beginning. */
  @Test
  void aPlaceThatIsManyStepsAgoIsNotKnownAndNothingIsReadFromThere() {
    moves(5010);
    List<Change> others = following(home);
    Overheard overheard = new Overheard(world.ports);
    StoredChanges heard = StoredChanges.unmoved(overheard.ports());
    List<Change> told = new ArrayList<>();
    heard.follow(Set.of(home), "0-" + world.ports.now().toEpochMilli(), told::add);
    heard.look();

    assertThat(told).first().isInstanceOf(Change.Unknown.class);
    assertThat(others).isEmpty();
  }

  @Test
  void moreThanIsReadAtOnceIsToldAllTheSame() {
    List<Change> told = following(home);
    SandboxView build = world.make(laptop, "build");
    moves(600);
    SandboxView last = world.make(laptop, "last");
    looks();

    assertThat(told).noneMatch(Change.Unknown.class::isInstance);
    assertThat(told).extracting(change -> view(change).id()).contains(build.id(), last.id());
  }

  /** So many times a sandbox falls asleep: two steps each. */
  private void moves(int times) {
    SandboxView busy = world.make(laptop, "busy");
    for (int time = 0; time < times; time++) {
      SandboxStore store = world.ports.store();
      Sandbox row = world.row(busy);
      Sandbox sleeping =
          store
              .claim(
                  row.id(),
                  Guard.of(row),
                  SomeSandbox.onTheWay(Move.SLEEP, world.ports.now()),
                  "a test")
              .orElseThrow();
      assertThat(
              store.settle(
                  row.id(),
                  Guard.of(sleeping),
                  new MachineState.Settled(StateName.AWAKE, world.ports.now()),
                  "a test"))
          .isPresent();
    }
  }

  @Test
  void whoClosesIsToldNoMoreAndWhoThrowsKeepsNobodyFromIt() {
    List<Change> told = new ArrayList<>();
    ChangeFeed.Following closed = feed.follow(Set.of(home), null, told::add);
    feed.follow(
        Set.of(home),
        null,
        change -> {
          throw new IllegalStateException("The page has gone.");
        });
    closed.close();
    List<Change> other = following(home);

    world.make(laptop, "build");
    looks();

    assertThat(told).isEmpty();
    assertThat(other).hasSize(1);
  }

  @Test
  void whatHappenedWhileTheStoreWasAwayIsToldLater() {
    AtomicBoolean isAway = new AtomicBoolean();
    StoredChanges shaky =
        StoredChanges.unmoved(
            world.ports.chronicle(
                (Chronicle)
                    Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Chronicle.class},
                        (proxy, method, arguments) -> {
                          if (isAway.get() && method.getName().equals("usedSince")) {
                            throw StorageException.nothingWritten("The store is away.", null);
                          }
                          return method.invoke(world.ports.chronicle(), arguments);
                        })));
    List<Change> told = new ArrayList<>();
    shaky.follow(Set.of(home), null, told::add);
    shaky.look();
    isAway.set(true);
    SandboxView build = world.make(laptop, "build");
    world.clock.advance(Duration.ofMinutes(5));
    assertThatThrownBy(shaky::look).isInstanceOf(StorageException.class);
    world.clock.advance(Duration.ofMinutes(5));
    assertThat(told).isEmpty();

    isAway.set(false);
    shaky.look();

    assertThat(only(told).id()).isEqualTo(build.id());
  }

  @Test
  void nothingIsAskedOfTheStoreWhenNobodyFollows() {
    Overheard overheard = new Overheard(world.ports);
    StoredChanges quiet = StoredChanges.unmoved(overheard.ports());
    ChangeFeed.Following following = quiet.follow(Set.of(home), null, change -> {});
    quiet.look();
    following.close();
    int asked = overheard.calls().size();

    quiet.look();

    assertThat(overheard.calls()).hasSize(asked);
  }

  @Test
  void itLooksByItself() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    try (StoredChanges alive = StoredChanges.of(world.ports)) {
      alive.follow(
          Set.of(home),
          null,
          change -> {
            if (view(change).state() == StateName.AWAKE) {
              told.countDown();
            }
          });
      world.make(laptop, "build");
      assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
