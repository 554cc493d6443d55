package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.access.Standings;
import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.InMemoryShortcut;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.world.WatchedStore;
import com.personalagentproxy.sandbox.world.World;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The answer of the store is lost when a command is counted in or out: a command whose caller was
 * told that it failed isn't run and doesn't count, and a result isn't lost for it.
 */
class LostAdmissionsTest {

  private final World world = new World();
  private final WatchedStore watched = new WatchedStore(world.store);
  private final Sandboxes sandboxes =
      new Sandboxes(ports(watched.store(), new InMemoryShortcut(watched.store(), world.tasks)));
  private final Caller laptop = own(world.laptop);
  private final SandboxView build = world.make(laptop, "build");

  private Ports ports(SandboxStore store, Shortcut shortcut) {
    return new Ports(
        store,
        world.machines,
        world.connections,
        world.experiments,
        world.tasks,
        world.activity,
        Standings.of(world.experiments, world.connections),
        shortcut,
        world.ports.chronicle(),
        world.ports.surroundings(),
        world.ports.timing());
  }

  @BeforeEach
  void theCommandPrints() {
    world.machines.runs((machine, command) -> Ran.printing("built"));
  }

  @Test
  void aFirstCommandThatMayHaveBeenCountedInIsCountedOutAndNotRun() {
    watched.loseNextAnswerOf("admit");

    assertThatItIsNotKnown("nightly");

    assertThatNothingRuns();
    assertThat(commands())
        .singleElement()
        .extracting(Entry::verdict)
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void soIsANextOneThatGoesTheShortWay() {
    run("first").orElseThrow();
    watched.loseNextAnswerOf("admit");

    assertThatItIsNotKnown("nightly");

    assertThatNothingRuns();
    assertThat(commands()).hasSize(2);
  }

  @Test
  void theSameCallAgainRunsIt() {
    run("first").orElseThrow();
    watched.loseNextAnswerOf("admit");
    assertThatItIsNotKnown("nightly");

    CommandResult result = run("nightly").orElseThrow();

    assertThat(result.stdout().text()).isEqualTo("built");
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(2);
  }

  @Test
  void whatCannotBeFoundOutCountsUntilItsDeadlineAndWasNotRun() {
    watched.loseNextAnswerOf("admit");
    watched.awayAtNext("end");

    assertThatItIsNotKnown("nightly");

    assertThat(world.row(build).running()).hasSize(1);
    world.clock.advance(world.ports.timing().countsFor(world.ports.timing().waitAtMost()));
    world.clock.advance(world.ports.timing().countsFor(world.ports.timing().waitAtMost()));
    world.sweeper.sweep();
    assertThat(world.row(build).isRunningCommands(world.clock.instant())).isFalse();
    assertThat(world.machines.calls(Verb.RUN)).isZero();
  }

  @Test
  void oneThatArrivesAfterItsCallerWasToldDoesNotCountAnyMore() {
    AtomicReference<Admission> onItsWay = new AtomicReference<>();
    SandboxStore slow =
        (SandboxStore)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SandboxStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("admit")) {
                    onItsWay.set((Admission) arguments[0]);
                    throw StorageException.notKnown("The answer of admit is late.", null);
                  }
                  return method.invoke(world.store, arguments);
                });
    Sandboxes cut = new Sandboxes(ports(slow, Shortcut.none(slow, world.tasks)));
    assertThatThrownBy(() -> cut.run(laptop, request("nightly")))
        .isInstanceOf(StorageException.class);

    assertThatThrownBy(() -> world.store.admit(onItsWay.get()))
        .isInstanceOf(RuntimeException.class);

    assertThatNothingRuns();
    assertThat(commands())
        .singleElement()
        .extracting(Entry::verdict)
        .isInstanceOf(Verdict.Failed.class);
  }

  @Test
  void whatWasCertainlyNotCountedInIsNotLookedFor() {
    watched.awayAtNext("admit");

    assertThatThrownBy(() -> run("nightly"))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isTrue());

    assertThat(watched.calls()).doesNotContain("end");
    assertThatNothingRuns();
  }

  @Test
  void aCommandWhoseEndMayBeWrittenIsEndedAgainAndAnswered() {
    watched.loseNextAnswerOf("end");

    CommandResult result = run("nightly").orElseThrow();

    assertThat(result.outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(world.row(build).running()).isEmpty();
    assertThat(commands())
        .singleElement()
        .extracting(Entry::verdict)
        .isInstanceOf(Verdict.Ended.class);
  }

  private Answer<CommandResult> run(String execId) {
    return sandboxes.run(laptop, request(execId));
  }

  private static CommandRequest request(String execId) {
    return new CommandRequest("build", "make", null, null, null, execId);
  }

  private void assertThatItIsNotKnown(String execId) {
    assertThatThrownBy(() -> run(execId))
        .isInstanceOfSatisfying(
            StorageException.class, failure -> assertThat(failure.isNothingDone()).isFalse());
  }

  private void assertThatNothingRuns() {
    assertThat(world.row(build).running()).isEmpty();
    assertThat(world.activity.running(world.clock.instant().plusSeconds(86_400), 10)).isEmpty();
  }

  private List<Entry> commands() {
    return world
        .activity
        .page(new ActivityRequest(world.organization, null, null, null, null, 50))
        .stream()
        .filter(entry -> entry.deed() == Deed.EXEC)
        .toList();
  }
}
