package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.activity.Activity;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.Tasks;
import com.personalagentproxy.sandbox.world.WatchedStore;
import com.personalagentproxy.sandbox.world.World;
import java.lang.reflect.Proxy;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * The way to the store breaks when a write is through, or before it is: callers hear which of the
 * two it may be, and nothing is done twice, lost or stuck.
 */
class LostAnswersTest {

  private final World world = new World();
  private final WatchedStore watched = new WatchedStore(world.store);
  private final Ports ports =
      new Ports(
          watched.store(),
          world.machines,
          world.connections,
          world.experiments,
          world.tasks,
          world.activity,
          world.ports.surroundings(),
          world.ports.timing());
  private final Sandboxes sandboxes = new Sandboxes(ports);
  private final Caller laptop = own(world.laptop);

  @Test
  void aMakeWhoseAnswerWasLostFindsItsRowAndGoesOn() {
    watched.loseNextAnswerOf("add");

    SandboxView made = sandboxes.create(laptop, request("build")).orElseThrow();

    assertThat(made.state()).isEqualTo(StateName.AWAKE);
    assertThat(world.machines.calls(Verb.MAKE)).isEqualTo(1);
  }

  @Test
  void aMakeThatCannotFindOutSaysSoAndItsNameIsFreeOnceItWasSweptUp() {
    watched.loseNextAnswerOf("add");
    watched.awayAtNext("find");

    assertThatItIsNotKnown(() -> sandboxes.create(laptop, request("build")));

    world.clock.advance(ports.timing().makeWithin().plusSeconds(1));
    new Sweeper(ports).sweep();
    assertThat(sandboxes.create(laptop, request("build")).orElseThrow().state())
        .isEqualTo(StateName.AWAKE);
  }

  @Test
  void aMakeThatNeverReachedTheStoreHasDoneNothing() {
    watched.awayAtNext("add");

    assertThatNothingWasDone(() -> sandboxes.create(laptop, request("build")));
    assertThat(world.machines.calls()).isEmpty();
  }

  @Test
  void aMakeThatLosesTheStoreLaterMayBeDone() {
    watched.awayAtNext("find");

    assertThatItIsNotKnown(() -> sandboxes.create(laptop, request("build")));
  }

  @Test
  void aSleepWhoseClaimIsLostIsLeftToTheSweeper() {
    String id = world.make(laptop, "build").id().toString();
    watched.loseNextAnswerOf("claim");

    assertThatItIsNotKnown(() -> sandboxes.sleep(laptop, id));
    assertThat(world.row(world.sandboxes.get(laptop, id).orElseThrow()).state().name())
        .isEqualTo(StateName.FALLING_ASLEEP);

    world.clock.advance(ports.timing().sleepWithin().plusSeconds(1));
    new Sweeper(ports).sweep();
    // Its backend was never asked to put it to sleep, so it is what it was.
    assertThat(world.sandboxes.get(laptop, id).orElseThrow().state()).isEqualTo(StateName.AWAKE);
  }

  @Test
  void aSleepThatNeverReachedTheStoreHasDoneNothing() {
    String id = world.make(laptop, "build").id().toString();
    watched.awayAtNext("claim");

    assertThatNothingWasDone(() -> sandboxes.sleep(laptop, id));
    assertThat(world.machines.calls(Verb.SLEEP)).isZero();
  }

  @Test
  void aSleepWhoseSettlingIsLostMayBeDoneAndIsSettledByTheSweeper() {
    String id = world.make(laptop, "build").id().toString();
    watched.awayAtNext("settle");

    assertThatItIsNotKnown(() -> sandboxes.sleep(laptop, id));

    world.clock.advance(ports.timing().sleepWithin().plusSeconds(1));
    new Sweeper(ports).sweep();
    assertThat(world.sandboxes.get(laptop, id).orElseThrow().state()).isEqualTo(StateName.ASLEEP);
  }

  @Test
  void aDeleteWhoseEndIsLostMayBeDoneAndTheNameIsFree() {
    world.connections.set(world.ownConnection(laptop).id(), Action.DELETE, true);
    String id = world.make(laptop, "build").id().toString();
    watched.loseNextAnswerOf("remove");

    assertThatItIsNotKnown(() -> sandboxes.delete(laptop, id));

    assertThat(sandboxes.create(laptop, request("build")).orElseThrow().state())
        .isEqualTo(StateName.AWAKE);
  }

  @Test
  void aCallThatWasDoneAndCannotBeWrittenDownMayBeDone() {
    Sandboxes unwritten =
        new Sandboxes(
            new Ports(
                world.store,
                world.machines,
                world.connections,
                world.experiments,
                world.tasks,
                (Activity)
                    Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Activity.class},
                        (proxy, method, arguments) -> {
                          throw StorageException.nothingWritten("The history was away.", null);
                        }),
                world.ports.surroundings(),
                world.ports.timing()));

    assertThatItIsNotKnown(() -> unwritten.create(laptop, request("build")));
    assertThat(world.machines.calls(Verb.MAKE)).isEqualTo(1);
  }

  @Test
  void aTaskThatWasFinishedBeforeTheStoreWentAwayMayBeFinished() {
    String task = world.sandboxes.startTask(world.laptop, "work", null).orElseThrow().id();
    Sandboxes cut = new Sandboxes(withTasks(awayAt(Tasks.class, world.tasks, "active")));

    assertThatItIsNotKnown(() -> cut.finishTask(world.laptop, task));

    assertThat(world.tasks.find(new TaskId(UUID.fromString(task))).orElseThrow().finishedAt())
        .isNotNull();
  }

  @Test
  void aDeleteWhoseSandboxCannotBeDescribedAnyMoreMayBeDone() {
    SandboxView build = world.make(laptop, "build");
    world.run(laptop, "build", "make").orElseThrow();
    Console cut = new Console(withTasks(awayAt(Tasks.class, world.tasks, "find")));

    assertThatItIsNotKnown(() -> cut.delete(world.ada, build.id().toString()));

    assertThat(world.store.find(build.id())).isEmpty();
  }

  @Test
  void aSwitchThatCannotBeReadBackMayBeSet() {
    Connections cut = awayAt(Connections.class, world.connections, "settings");
    Console console =
        new Console(
            new Ports(
                world.store,
                world.machines,
                cut,
                world.experiments,
                world.tasks,
                world.activity,
                world.ports.surroundings(),
                world.ports.timing()));
    ConnectionId own = world.ownConnection(laptop).id();

    assertThatItIsNotKnown(() -> console.set(world.ada, own.toString(), Action.DELETE, true));

    assertThat(world.connections.settings(own).ofConnection()).containsEntry(Action.DELETE, true);
  }

  private Ports withTasks(Tasks tasks) {
    return new Ports(
        world.store,
        world.machines,
        world.connections,
        world.experiments,
        tasks,
        world.activity,
        world.ports.surroundings(),
        world.ports.timing());
  }

  /** The way to a port that is away for one kind of call. */
  private static <T> T awayAt(Class<T> port, T real, String call) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              if (method.getName().equals(call)) {
                throw StorageException.nothingWritten("The store was away at " + call + ".", null);
              }
              return method.invoke(real, arguments);
            }));
  }

  private CreateRequest request(String name) {
    return new CreateRequest(name, world.ownConnection(laptop).id().toString(), null);
  }

  private static void assertThatNothingWasDone(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isTrue());
  }

  private static void assertThatItIsNotKnown(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isFalse());
  }
}
