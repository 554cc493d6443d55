package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Sweeper;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.InState;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.WatchedStore;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What broke elsewhere and no other test shows: see {@link Lesson}. */
class LessonsFromElsewhereTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");
  private final WatchedStore watched = new WatchedStore(world.store);
  private final Sandboxes unlucky = new Sandboxes(Altered.store(world.ports, watched.store()));

  LessonsFromElsewhereTest() {
    world.connections.set(world.ownConnection(task).id(), Action.DELETE, true);
  }

  @Lesson("superserve 98")
  @ParameterizedTest
  @EnumSource(names = {"MAKE", "WAKE", "SLEEP"})
  void whenTheStoreIsAwayAfterTheBackendsPartTheDiskIsThere(Verb verb) {
    before(verb);
    watched.cutNext("settle");
    assertThatThrownBy(() -> ask(unlucky, verb)).hasMessageContaining("was cut at settle");
    assertThat(world.machines.machines()).containsExactly(build().id().machine());
    world.clock.advance(Timing.USUAL.makeWithin());
    world.sweeper.sweep();
    assertThat(world.machines.machines()).containsExactly(build().id().machine());
    assertThat(world.machines.calls(Verb.DELETE)).isZero();
    world.run(task, "build", "true").orElseThrow();
  }

  @Lesson({"superserve 98", "proliferate 1264"})
  @Test
  void whenTheStoreIsAwayAfterADeleteItIsFinishedLater() {
    world.make(task, "build");
    watched.cutNext("remove");
    assertThatThrownBy(() -> unlucky.delete(task, "build")).hasMessageContaining("cut at remove");
    assertThat(build().state().is(StateName.DELETING)).isTrue();
    world.clock.advance(Timing.USUAL.deleteWithin());
    world.sweeper.sweep();
    assertThat(rows()).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
  }

  @Lesson("E2B infra 2388, 2655")
  @ParameterizedTest
  @EnumSource(names = {"MAKE", "WAKE", "SLEEP", "DELETE"})
  void aClientThatHangsUpInTheMiddleOfAMoveLeavesNothingStuck(Verb verb)
      throws InterruptedException {
    before(verb);
    Gate gate = world.machines.blockNext(verb);
    hangsUpAt(gate, () -> ask(world.sandboxes, verb));
    gate.open();
    Answer<?> next = ask(world.sandboxes, verb);
    if (verb == Verb.DELETE) {
      assertThat(rows()).isEmpty();
    } else {
      assertThat(next).isInstanceOf(Answer.Done.class);
      assertThat(build().state().name().isOnTheWay()).isFalse();
    }
    assertThat(world.machines.calls(verb)).isEqualTo(1);
  }

  @Lesson("E2B infra 2579, 2639")
  @ParameterizedTest
  @EnumSource(names = {"WAKE", "RUN"})
  @Timeout(30)
  void aClientThatGoesAwayAtAnyStepOfACommandHoldsUpNothing(Verb step) throws InterruptedException {
    before(Verb.WAKE);
    Gate gate = world.machines.blockNext(step);
    hangsUpAt(gate, () -> world.run(task, "build", "make"));
    gate.open();
    assertThat(world.run(task, "build", "true")).isInstanceOf(Answer.Done.class);
    while (build().isRunningCommands(world.clock.instant())) {
      Thread.onSpinWait();
    }
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(2);
  }

  @Lesson("OpenKruise agents 296")
  @Test
  void inAStormOfSleepsWakesAndCommandsASandboxThatIsThereIsNeverNotFound() {
    String id = world.make(task, "build").id().toString();
    for (int round = 0; round < 20; round++) {
      List<Answer<?>> answers =
          Race.of(
              20,
              runner ->
                  switch (runner % 5) {
                    case 0 -> world.console.sleep(world.ada, id);
                    case 1 -> world.sandboxes.wake(task, "build");
                    case 2 -> world.sandboxes.get(task, "build");
                    case 3 -> world.sandboxes.sleep(task, "build");
                    default -> world.run(task, "build", "true");
                  });
      assertThat(answers)
          .filteredOn(answer -> answer instanceof Answer.Refused)
          .allSatisfy(
              answer -> assertThat(refusal(answer)).isNotInstanceOf(Refusal.NotFound.class));
    }
    world.run(task, "build", "true").orElseThrow();
  }

  @Lesson("agent-sandbox 559, 1277")
  @Test
  void aConflictIsToldApartFromAFailureAndLeavesNoOrphan() {
    world.make(task, "build");
    assertThat(refusal(make("build")).kind()).isEqualTo(Refusal.Kind.CONFLICT);
    world.machines.failNext(Verb.MAKE);
    assertThat(refusal(make("docs")).kind()).isEqualTo(Refusal.Kind.UNREACHABLE);
    assertThat(world.machines.machines()).containsExactly(build().id().machine());
  }

  @Lesson("Cloudflare 317, 323, 504")
  @Test
  void afterARestartLastUseIsAsBefore() {
    world.make(task, "build");
    world.run(task, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(20));
    Sweeper restarted = new Sweeper(world.ports);
    restarted.takeOver();
    world.clock.advance(Duration.ofMinutes(10).minusNanos(1000));
    restarted.sweep();
    assertThat(build().state().is(StateName.AWAKE)).isTrue();
    world.clock.advance(Duration.ofNanos(1000));
    restarted.sweep();
    assertThat(build().state().is(StateName.ASLEEP)).isTrue();
  }

  @Lesson("microsandbox 854")
  @Test
  void wakingStartsTheClockAnewHoweverLongAgoItWasUsed() {
    before(Verb.WAKE);
    world.clock.advance(Duration.ofDays(30));
    world.sandboxes.wake(task, "build").orElseThrow();
    world.clock.advance(Timing.USUAL.idleAfter().minusNanos(1000));
    world.sweeper.sweep();
    assertThat(build().state().is(StateName.AWAKE)).isTrue();
    world.clock.advance(Duration.ofNanos(1000));
    world.sweeper.sweep();
    assertThat(build().state().is(StateName.ASLEEP)).isTrue();
  }

  @Lesson("Coder 12304, 12012")
  @Test
  void anOpenPageAndAgentsThatLookNeverCountAsUse() {
    String id = world.make(task, "build").id().toString();
    for (int minutes = 0; minutes < 30; minutes++) {
      world.console.list(world.ada, null, null, null).orElseThrow();
      world.console.get(world.ada, id).orElseThrow();
      world.sandboxes.list(task, null, null, null).orElseThrow();
      world.sandboxes.get(task, "build").orElseThrow();
      world.sandboxes.wake(task, "build").orElseThrow();
      world.clock.advance(Duration.ofMinutes(1));
    }
    world.sweeper.sweep();
    assertThat(build().state().is(StateName.ASLEEP)).isTrue();
  }

  @Lesson("Cloudflare 438, Daytona 4230")
  @Test
  void aStuckCommandBlocksNeitherCommandsNorAPersonsSleepNorDelete() {
    String id = world.make(task, "build").id().toString();
    LongCommands commands = new LongCommands(world);
    LongCommands.Running stuck = commands.run(task, "build");
    world.run(task, "build", "true").orElseThrow();
    world.console.sleep(world.ada, id).orElseThrow();
    assertThat(stuck.isEnded().outcome()).isInstanceOf(Outcome.Lost.class);
    LongCommands.Running stuckToo = commands.run(task, "build");
    world.console.delete(world.ada, id).orElseThrow();
    assertThat(stuckToo.isEnded().outcome()).isInstanceOf(Outcome.Lost.class);
    assertThat(rows()).isEmpty();
  }

  @Lesson("code-interpreter 157")
  @ParameterizedTest
  @EnumSource
  void everyStateIsListed(StateName state) {
    InState sandbox = InState.of(state, Ask.WAKE);
    assertThat(sandbox.listed()).extracting(SandboxView::state).containsExactly(state);
    assertThat(sandbox.listed(state)).extracting(SandboxView::name).containsExactly("build");
    sandbox.letGo();
  }

  /** What the verb is asked of: nothing, or one that is asleep or awake. */
  private void before(Verb verb) {
    if (verb != Verb.MAKE) {
      world.make(task, "build");
    }
    if (verb == Verb.WAKE) {
      world.sandboxes.sleep(task, "build").orElseThrow();
    }
  }

  private Answer<?> ask(Sandboxes server, Verb verb) {
    return switch (verb) {
      case MAKE ->
          server.create(
              task, new CreateRequest("build", world.ownConnection(task).id().toString(), "key"));
      case WAKE -> server.wake(task, "build");
      case SLEEP -> server.sleep(task, "build");
      case DELETE -> server.delete(task, "build");
      case INSPECT, RUN -> throw new AssertionError(verb + " is no move.");
    };
  }

  private Answer<SandboxView> make(String name) {
    return world.sandboxes.create(
        task, new CreateRequest(name, world.ownConnection(task).id().toString(), null));
  }

  private static void hangsUpAt(Gate gate, Runnable call) throws InterruptedException {
    Thread client = new Thread(call, "client");
    client.start();
    gate.awaitReached();
    client.interrupt();
    client.join();
  }

  private Sandbox build() {
    return rows().get(0);
  }

  private List<Sandbox> rows() {
    return world.store.named(
        SandboxName.of("build").orElseThrow(), List.of(world.ownConnection(task).id()));
  }
}
