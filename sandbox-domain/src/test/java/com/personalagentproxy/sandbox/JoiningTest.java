package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.lesson.Lesson;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MoveTable;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.MoveTable.Next;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.LocalSettledMoves;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.race.Race;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.InState;
import com.personalagentproxy.sandbox.world.Meanwhile;
import com.personalagentproxy.sandbox.world.PassingTime;
import com.personalagentproxy.sandbox.world.WatchedMoves;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** M3 through the entrances that agents and people use: moves that join, wait or cross. */
class JoiningTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(task, "build");
  private final WatchedMoves moves = new WatchedMoves(world.ports.settledMoves());
  private final Sandboxes other = new Sandboxes(Altered.settledMoves(world.ports, moves));

  @Lesson("Vercel 97, 126")
  @Test
  void aHundredCommandsOnASleepingSandboxWakeItOnceAndAllRun() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    Gate waking = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<Boolean> opened =
        Aside.calls(
            () -> {
              waking.awaitReached();
              while (world.row(build).running().size() < 100) {
                Thread.onSpinWait();
              }
              waking.open();
              return true;
            });
    List<Answer<CommandResult>> results = Race.of(100, runner -> world.run(task, "build", "true"));
    assertThat(opened.join()).isTrue();
    assertThat(results).allSatisfy(result -> assertThat(result.orElseThrow().woke()).isTrue());
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(1);
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(100);
  }

  @Test
  void aHundredCommandsOnSeveralServersWakeItOnce() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    List<Sandboxes> servers =
        Stream.generate(
                () -> new Sandboxes(Altered.settledMoves(world.ports, new LocalSettledMoves())))
            .limit(4)
            .toList();
    List<Answer<CommandResult>> results =
        Race.of(100, runner -> runs(servers.get(runner % servers.size())));
    assertThat(results).allSatisfy(result -> assertThat(result).isInstanceOf(Answer.Done.class));
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(1);
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(100);
  }

  @Test
  void commandsThatWaitForAWakeShareItsFailure() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    Gate waking = world.machines.blockAndFailNext(Verb.WAKE);
    CompletableFuture<Answer<SandboxView>> first =
        Aside.calls(() -> world.sandboxes.wake(task, "build"));
    waking.awaitReached();
    CompletableFuture<Answer<CommandResult>> command = Aside.calls(() -> runs(other));
    moves.awaitSomebodyWaiting();
    waking.open();
    assertThat(sentence(first.join()))
        .isEqualTo(
            "Sandbox “build” could not be woken: The backend was told to fail. Its files are kept. Try again later.");
    assertThat(sentence(command.join()))
        .isEqualTo(
            "Sandbox “build” is asleep: Waking it failed: The backend was told to fail. Its files are kept. Try again later.");
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(1);
    assertThat(world.row(build).running()).isEmpty();
  }

  @Test
  void aSleepWhileFallingAsleepSharesTheFirstsResult() {
    Gate sleeping = world.machines.blockNext(Verb.SLEEP);
    CompletableFuture<Answer<SandboxView>> first = personSleeps(world.console);
    sleeping.awaitReached();
    CompletableFuture<Answer<SandboxView>> second = Aside.calls(() -> other.sleep(task, "build"));
    moves.awaitSomebodyWaiting();
    sleeping.open();
    assertThat(first.join().orElseThrow().state()).isEqualTo(StateName.ASLEEP);
    assertThat(second.join().orElseThrow().state()).isEqualTo(StateName.ASLEEP);
    assertThat(second.join().orElseThrow().reason()).isEqualTo("It was put to sleep by Ada.");
    assertThat(world.machines.calls(Verb.SLEEP)).isEqualTo(1);
  }

  @Test
  void aSleepWhileFallingAsleepSharesTheFirstsFailure() {
    Gate sleeping = world.machines.blockAndFailNext(Verb.SLEEP);
    CompletableFuture<Answer<SandboxView>> first = personSleeps(world.console);
    sleeping.awaitReached();
    CompletableFuture<Answer<SandboxView>> second = Aside.calls(() -> other.sleep(task, "build"));
    moves.awaitSomebodyWaiting();
    sleeping.open();
    assertThat(sentence(first.join()))
        .isEqualTo(
            "Sandbox “build” could not be put to sleep: The backend was told to fail. Its files are kept. Try again later.");
    assertThat(sentence(second.join()))
        .isEqualTo(
            "Sandbox “build” is awake: Putting it to sleep failed: The backend was told to fail. Its files are kept. Try again later.");
    assertThat(world.machines.calls(Verb.SLEEP)).isEqualTo(1);
    assertThat(world.row(build).state().is(StateName.AWAKE)).isTrue();
  }

  @Lesson("Fabro 767")
  @Test
  void aCommandOnOneThatIsFallingAsleepWaitsWakesItAndRuns() {
    Gate sleeping = world.machines.blockNext(Verb.SLEEP);
    CompletableFuture<Answer<SandboxView>> sleep = personSleeps(world.console);
    sleeping.awaitReached();
    CompletableFuture<Answer<CommandResult>> command = Aside.calls(() -> runs(other));
    moves.awaitSomebodyWaiting();
    assertThat(command).isNotDone();
    assertThat(world.machines.calls(Verb.WAKE)).isZero();
    sleeping.open();
    assertThat(command.join().orElseThrow().woke()).isTrue();
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(1);
    sleep.join().orElseThrow();
  }

  @Test
  void aCommandThatJoinedAWakeWakesItAgainWhenAPersonPutItToSleepMeanwhile() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    Gate waking = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<Answer<SandboxView>> woke =
        Aside.calls(() -> world.sandboxes.wake(task, "build"));
    waking.awaitReached();
    Gate sleeping = world.machines.blockNext(Verb.SLEEP);
    List<CompletableFuture<Answer<SandboxView>>> slept = new ArrayList<>();
    Meanwhile meanwhile =
        new Meanwhile(
            () -> {
              waking.open();
              woke.join().orElseThrow();
              slept.add(personSleeps(world.console));
              sleeping.awaitReached();
            },
            () -> {
              sleeping.open();
              slept.get(0).join().orElseThrow();
            });
    CommandResult result =
        runs(new Sandboxes(Altered.settledMoves(world.ports, meanwhile))).orElseThrow();
    assertThat(result.woke()).isTrue();
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(2);
  }

  @Test
  void aSleepThatJoinedOneDoesNotPutToSleepWhatACommandWokeMeanwhile() {
    Gate sleeping = world.machines.blockNext(Verb.SLEEP);
    CompletableFuture<Answer<SandboxView>> first = personSleeps(world.console);
    sleeping.awaitReached();
    Meanwhile meanwhile =
        new Meanwhile(
            () -> {
              sleeping.open();
              first.join().orElseThrow();
              runs(world.sandboxes).orElseThrow();
            });
    Console console = new Console(Altered.settledMoves(world.ports, meanwhile));
    assertThat(sentence(console.sleep(world.ada, build.id().toString())))
        .isEqualTo(
            "Sandbox “build” is awake: It was woken by a command of the task “Fix the flaky test”. Its files are kept. Try again later.");
    assertThat(world.machines.calls(Verb.SLEEP)).isEqualTo(1);
  }

  @Lesson({"E2B infra 3636, superserve 128", "Daytona 5093"})
  @Test
  void aDeleteDuringWakeWinsAndTheCommandsThatWaitForItAreTold() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    Gate waking = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<Answer<CommandResult>> woke = Aside.calls(() -> runs(world.sandboxes));
    waking.awaitReached();
    CompletableFuture<Answer<CommandResult>> joined = Aside.calls(() -> runs(other));
    moves.awaitSomebodyWaiting();
    world.console.delete(world.ada, build.id().toString()).orElseThrow();
    String told =
        "Sandbox “build” is being deleted: It was deleted by Ada. Use another, or make one with sandboxes_create; its"
            + " name is free when it is gone.";
    assertThat(sentence(woke.join())).isEqualTo(told);
    assertThat(sentence(joined.join())).isEqualTo(told);
    waking.open();
    assertThat(world.store.find(build.id())).isEmpty();
    assertThat(world.machines.inspect(build.id().machine())).isEqualTo(Condition.ABSENT);
    assertThat(world.machines.calls(Verb.RUN)).isZero();
  }

  @Lesson("E2B infra 3636, superserve 128")
  @Test
  void aWakeThatIsDoneAfterTheDeleteBringsNothingBack() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    Gate late = world.machines.blockNextAnswer(Verb.WAKE);
    CompletableFuture<Answer<SandboxView>> woke =
        Aside.calls(() -> world.sandboxes.wake(task, "build"));
    late.awaitReached();
    world.console.delete(world.ada, build.id().toString()).orElseThrow();
    late.open();
    assertThat(woke.join()).isInstanceOf(Answer.Refused.class);
    world.clock.advance(Duration.ofHours(1));
    world.sweeper.sweep();
    assertThat(world.store.find(build.id())).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
  }

  static Stream<Arguments> everyWait() {
    return Arrays.stream(StateName.values())
        .flatMap(
            state ->
                Arrays.stream(Ask.values())
                    .filter(
                        ask ->
                            MoveTable.next(state, ask) == Next.JOIN
                                || MoveTable.next(state, ask) == Next.WAIT)
                    .map(ask -> Arguments.of(state, ask)));
  }

  @ParameterizedTest
  @MethodSource("everyWait")
  void whoWaitsForAMinuteIsToldTheStateAndToTryAgain(StateName state, Ask ask) {
    InState sandbox = InState.of(state, ask);
    PassingTime time = new PassingTime();
    assertThat(sentence(sandbox.agentAsks(time, ask)))
        .isEqualTo(
            "Sandbox “build” is still %s. Try again in a few seconds."
                .formatted(state.word().replace('_', ' ')));
    assertThat(time.passed()).isEqualTo(Timing.USUAL.waitAtMost());
    sandbox.letGo();
  }

  @Test
  void aCommandThatHasWaitedTooLongIsCountedOutAndNeverRuns() {
    InState sandbox = InState.of(StateName.FALLING_ASLEEP, Ask.RUN);
    sandbox.agentAsks(new PassingTime(), Ask.RUN);
    assertThat(sandbox.row().running()).isEmpty();
    sandbox.letGo();
    assertThat(sandbox.callsOfTheBackend(Verb.RUN)).isZero();
    assertThat(sandbox.row().state().is(StateName.ASLEEP)).isTrue();
  }

  private Answer<CommandResult> runs(Sandboxes server) {
    return server.run(task, new CommandRequest("build", "true", null, null, null));
  }

  private CompletableFuture<Answer<SandboxView>> personSleeps(Console console) {
    return Aside.calls(() -> console.sleep(world.ada, build.id().toString()));
  }
}
