package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** X1–X10 and M4 through the entrance that agents use. */
class ExecutionTest {

  private final World world = new World();
  private final Caller laptop = own(world.laptop);
  private final SandboxView build = world.make(laptop, "build");

  @Test
  void outputAndExitCodeComeBackAsTheMachineGaveThem() {
    world.machines.runs(
        (machine, command) -> new Ran("out: " + command.line(), "err", new Outcome.Exited(3)));
    CommandResult result = world.run(laptop, "build", "make").orElseThrow();
    assertThat(result.stdout().text()).isEqualTo("out: make");
    assertThat(result.stderr().text()).isEqualTo("err");
    assertThat(result.outcome()).isEqualTo(new Outcome.Exited(3));
    assertThat(result.sandbox()).isEqualTo("build");
    assertThat(result.sandboxId()).isEqualTo(build.id().toString());
  }

  @Test
  void runningOutOfTimeIsAResultWithWhatWasPrinted() {
    world.machines.runs((machine, command) -> new Ran("half", "", new Outcome.TimedOut()));
    CommandResult result = world.run(laptop, "build", "sleep 100").orElseThrow();
    assertThat(result.outcome()).isEqualTo(new Outcome.TimedOut());
    assertThat(result.stdout().text()).isEqualTo("half");
  }

  @Test
  void aMissingFolderIsAnErrorOfItsOwn() {
    world.machines.runs(
        (machine, command) -> Ran.ending(new Outcome.NoSuchFolder(String.valueOf(command.cwd()))));
    CommandResult result = ask("ls", null, "/nowhere", null).orElseThrow();
    assertThat(result.outcome()).isEqualTo(new Outcome.NoSuchFolder("/nowhere"));
    assertThat(result.tookLease()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 121, Long.MAX_VALUE, Long.MIN_VALUE})
  void aTimeoutOutsideOneToAHundredAndTwentyIsRefusedWithTheRange(long timeout) {
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    assertThat(sentence(ask("true", null, null, timeout)))
        .isEqualTo(
            "timeout is %d. Give whole seconds from 1 to 120, or leave it out for 60."
                .formatted(timeout));
    assertThat(world.row(build).state().is(StateName.ASLEEP)).isTrue();
  }

  @Test
  void limitsOfCommandAndInputAreToTheByte() {
    assertThat(ask("x".repeat(128 * 1024), "y".repeat(1024 * 1024), null, 120L))
        .isInstanceOf(Answer.Done.class);
    assertThat(field(ask("x".repeat(128 * 1024 + 1), null, null, null))).isEqualTo("command");
    assertThat(field(ask("true", "y".repeat(1024 * 1024 + 1), null, null))).isEqualTo("stdin");
    assertThat(field(ask("true", "é".repeat(1024 * 512 + 1), null, null))).isEqualTo("stdin");
    assertThat(field(ask("", null, null, null))).isEqualTo("command");
    assertThat(field(ask(null, null, null, null))).isEqualTo("command");
    assertThat(field(ask("a\0b", null, null, null))).isEqualTo("command");
    assertThat(field(ask("true", null, "", null))).isEqualTo("cwd");
    assertThat(field(ask("true", null, "/a\0b", null))).isEqualTo("cwd");
  }

  @Test
  void aBadCallTakesNoLeaseAndWakesNothing() {
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    ask("true", null, null, 0L);
    assertThat(world.row(build).lease()).isNull();
    assertThat(world.row(build).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.machines.calls(Verb.WAKE)).isZero();
    assertThat(world.machines.calls(Verb.RUN)).isZero();
  }

  @Test
  void anAnswerThatIsCutIsLostAndNeverASuccess() {
    world.machines.loseNextAnswer(Verb.RUN);
    assertThat(world.run(laptop, "build", "make").orElseThrow().outcome())
        .isInstanceOf(Outcome.Lost.class);
    assertThat(world.row(build).running()).isEmpty();
  }

  @Test
  void aBackendThatNeverAnswersDoesNotHoldTheCallAndIsNoSuccess() {
    World impatient =
        new World(
            Timing.USUAL.waitAtMost(Duration.ofMillis(100)).answerWithin(Duration.ofMillis(100)),
            null);
    Caller caller = own(impatient.laptop);
    impatient.make(caller, "build");
    Gate never = impatient.machines.blockNextAnswer(Verb.RUN);
    impatient.machines.runs((machine, command) -> Ran.printing("so far"));
    Answer<CommandResult> answer =
        new Sandboxes(impatient.ports)
            .run(caller, new CommandRequest("build", "make", null, null, 1L));
    assertThat(answer.orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost("The backend didn't answer in time."));
    assertThat(answer.orElseThrow().stdout().text()).isEqualTo("so far");
    never.open();
  }

  @Test
  void aServerThatStopsRunsNothingMoreAndCountsNothingIn() {
    Ports stopping =
        new Ports(
            world.store,
            world.machines,
            world.connections,
            world.experiments,
            world.tasks,
            world.activity,
            Surroundings.of(
                work -> {
                  throw new RejectedExecutionException("The server is stopping.");
                },
                world.clock),
            Timing.USUAL);
    Answer<CommandResult> answer =
        new Sandboxes(stopping).run(laptop, new CommandRequest("build", "true", null, null, null));
    assertThat(sentence(answer)).contains("was not run");
    assertThat(world.row(build).running()).isEmpty();
    assertThat(world.machines.calls(Verb.RUN)).isZero();
  }

  @Test
  void aCommandWhoseServerDiedWasUseAllTheSame() {
    world.clock.advance(Duration.ofMinutes(29));
    Gate dies = world.machines.blockNext(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> command =
        CompletableFuture.supplyAsync(() -> world.run(laptop, "build", "make"));
    dies.awaitReached();
    world.clock.advance(Duration.ofMinutes(29));
    world.sweeper.sweep();
    assertThat(world.row(build).state().is(StateName.AWAKE)).isTrue();
    dies.open();
    command.join();
  }

  @Test
  void aMachineThatIsGoneIsNotSaidToKeepItsFiles() {
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    world.machines.lose(build.id().machine());
    assertThat(sentence(world.run(laptop, "build", "true")))
        .contains("is lost")
        .doesNotContain("files are kept");
    assertThat(world.row(build).state().is(StateName.LOST)).isTrue();
  }

  @Test
  void whateverHappensTheCommandIsCountedOut() {
    world.machines.failNext(Verb.RUN);
    assertThat(refusal(world.run(laptop, "build", "true")))
        .isInstanceOf(Refusal.BackendFailed.class);
    assertThat(world.row(build).running()).isEmpty();
  }

  private Answer<CommandResult> ask(
      @Nullable String command,
      @Nullable String stdin,
      @Nullable String cwd,
      @Nullable Long timeout) {
    return world.sandboxes.run(laptop, new CommandRequest("build", command, stdin, cwd, timeout));
  }

  private static String field(Answer<CommandResult> answer) {
    return ((Refusal.Invalid) refusal(answer)).field();
  }
}
