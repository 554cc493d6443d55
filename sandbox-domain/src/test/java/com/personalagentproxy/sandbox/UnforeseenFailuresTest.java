package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.Overseen;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * X9, L6 and H1: what nobody foresaw, before a command was sent to the backend and after. Only what
 * certainly was not run is said not to have been.
 */
class UnforeseenFailuresTest {

  private static final Duration COUNTS = Timing.USUAL.countsFor(Duration.ofSeconds(60));
  private static final Duration MICROSECOND = Duration.ofNanos(1000);

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(task, "build");

  static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("The store was told to fail."),
        new StackOverflowError("too deep"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void beforeItWasSentItWasNotRunAndCountsNoMore(Throwable failure) {
    world.machines.restart();
    Sandboxes server = new Sandboxes(Overseen.failing(world.ports, "claim", build.id(), failure));

    assertThat(catchThrowable(() -> runs(server))).isNotNull();

    assertThat(lastVerdict())
        .isEqualTo(
            new Verdict.Refused(
                Refusal.Kind.UNREACHABLE,
                "Something went wrong inside the server, and the command was not run. Try again later."));
    assertThat(world.row(build).running()).isEmpty();
    world.clock.advance(Timing.USUAL.idleAfter());
    world.sweeper.sweep();
    assertThat(world.row(build).state().is(StateName.ASLEEP)).isTrue();
  }

  @Test
  void itsExecIdIsFreeAndTheSameCallAgainRunsIt() {
    world.machines.restart();
    Sandboxes server =
        new Sandboxes(
            Overseen.failing(world.ports, "claim", build.id(), new AssertionError("broken")));
    assertThat(catchThrowable(() -> runs(server))).isNotNull();

    assertThat(runs(world.sandboxes).orElseThrow().outcome()).isEqualTo(new Outcome.Exited(0));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void afterItWasSentItMayRunSoItCountsUntilItsDeadlineAndIsLostThen(Throwable failure) {
    world.machines.beforeEach(Verb.RUN, () -> thrown(failure));

    assertThat(catchThrowable(() -> runs(world.sandboxes))).isNotNull();

    world.clock.advance(COUNTS.minus(MICROSECOND));
    world.sweeper.sweep();
    assertThat(lastVerdict()).isInstanceOf(Verdict.Running.class);
    assertThat(world.row(build).isRunningCommands(world.clock.instant())).isTrue();
    world.clock.advance(MICROSECOND);
    world.sweeper.sweep();
    assertThat(outcomeOfLast()).isEqualTo(new Outcome.Lost("No answer came from where it ran."));
    assertThat(world.row(build).running()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("failures")
  void afterTheBackendHadAnsweredItIsLostAndCountsNoMore(Throwable failure) {
    world.machines.runs(
        (machine, command) -> Ran.ending(new Outcome.Lost("The machine went away.")));
    Sandboxes server = new Sandboxes(failingOnceItRan(failure));

    assertThat(catchThrowable(() -> runs(server))).isNotNull();

    assertThat(outcomeOfLast())
        .isEqualTo(new Outcome.Lost("Something went wrong inside the server while it ran."));
    assertThat(world.row(build).running()).isEmpty();
  }

  private Ports failingOnceItRan(Throwable failure) {
    return Overseen.store(
        world.ports,
        (method, arguments) -> {
          if (method.equals("find") && world.machines.calls(Verb.RUN) > 0) {
            thrown(failure);
          }
          return Optional.empty();
        });
  }

  private static void thrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  private Answer<CommandResult> runs(Sandboxes server) {
    return server.run(task, new CommandRequest("build", "make", null, null, null, "call 1"));
  }

  private Outcome outcomeOfLast() {
    return ((Verdict.Ended) lastVerdict()).outcome();
  }

  private Verdict lastVerdict() {
    List<Entry> all = world.activity.all();
    return all.get(all.size() - 1).verdict();
  }
}
