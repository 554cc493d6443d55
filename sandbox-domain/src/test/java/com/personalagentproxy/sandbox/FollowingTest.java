package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.activity.Deed;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.World;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who follows a command is given its output, and may stop it. */
@Timeout(60)
class FollowingTest {

  private static final String WHY = "Its caller cancelled it.";

  private final World world = new World();
  private final Caller laptop = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(laptop, "build");
  private final Follower follower = Follower.none();
  private final Gate begun = new Gate();

  private Answer<CommandResult> run(Follower by, @Nullable String execId) {
    return world.sandboxes.run(
        laptop, new CommandRequest("build", "make", null, null, null, execId), by);
  }

  private CompletableFuture<Answer<CommandResult>> begin(Follower by, @Nullable String execId) {
    world.machines.runs(
        (machine, command) -> {
          begun.pass();
          return Ran.printing("done");
        });
    CompletableFuture<Answer<CommandResult>> answer = Aside.calls(() -> run(by, execId));
    begun.awaitReached();
    return answer;
  }

  private Entry lastCommand() {
    return world
        .activity
        .page(new ActivityRequest(world.organization, null, null, build.id().value(), null, 9))
        .stream()
        .filter(entry -> entry.deed() == Deed.EXEC)
        .findFirst()
        .orElseThrow();
  }

  private Verdict verdict() {
    return lastCommand().verdict();
  }

  @Test
  void bothStreamsAreHandedOnBeforeTheAnswerAndTheResultHasThemToo() {
    ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    world.machines.runs((machine, command) -> new Ran("made\n", "warned\n", new Outcome.Exited(0)));

    CommandResult result = run(new Follower(stdout::write, stderr::write), null).orElseThrow();

    assertThat(stdout.toString(StandardCharsets.UTF_8)).isEqualTo("made\n");
    assertThat(stderr.toString(StandardCharsets.UTF_8)).isEqualTo("warned\n");
    assertThat(result.stdout()).isEqualTo(new Output("made\n", 0, ""));
    assertThat(result.stderr()).isEqualTo(new Output("warned\n", 0, ""));
  }

  @Test
  void whatASinkThrowsIsForgotten() {
    world.machines.runs((machine, command) -> Ran.printing("made\n"));
    Follower broken =
        new Follower(
            (buffer, offset, length) -> {
              throw new IllegalStateException("the client has gone");
            },
            (buffer, offset, length) -> {});

    assertThat(run(broken, null).orElseThrow().stdout().text()).isEqualTo("made\n");
  }

  @Test
  void aSinkThatNeverComesBackKeepsNobodyWaiting() {
    Gate stuck = new Gate();
    world.machines.runs((machine, command) -> Ran.printing("made\n"));
    Follower slow =
        new Follower((buffer, offset, length) -> stuck.pass(), (buffer, offset, length) -> {});

    assertThat(run(slow, null).orElseThrow().stdout().text()).isEqualTo("made\n");

    assertThat(slow.isBehind()).isTrue();
    assertThat(world.row(build).running()).isEmpty();
    stuck.open();
  }

  @Test
  void aCommandThatIsStoppedIsEndedAndSaysWhy() {
    CompletableFuture<Answer<CommandResult>> answer = begin(follower, null);

    follower.stop(WHY);
    follower.stop("Another reason.");

    Outcome lost = new Outcome.Lost(WHY + " It was ended then by the signal TERM.");
    assertThat(answer.join().orElseThrow().outcome()).isEqualTo(lost);
    assertThat(world.row(build).running()).isEmpty();
    assertThat(((Verdict.Ended) verdict()).outcome()).isEqualTo(lost);
  }

  @Test
  void oneThatEndedBeforeItWasStoppedEndedAsItDid() {
    assertThat(run(follower, null).orElseThrow().outcome()).isEqualTo(new Outcome.Exited(0));

    follower.stop(WHY);

    assertThat(((Verdict.Ended) verdict()).outcome()).isEqualTo(new Outcome.Exited(0));
  }

  @Test
  void oneThatIsStoppedBeforeItsCallIsNotRun() {
    follower.stop(WHY);

    assertThat(refusal(run(follower, null)))
        .isEqualTo(
            new Refusal.Stopped(
                "The command was not run. Its caller cancelled it. Make the call again if it is"
                    + " still to run."));
    assertThat(world.machines.calls(Verb.RUN)).isZero();
    assertThat(world.row(build).lease()).isNull();
    assertThat(verdict()).isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void nothingIsWokenForOneThatIsStoppedBeforeItsTurn() {
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    Sandboxes stopping =
        new Sandboxes(
            Altered.background(
                world.ports,
                new Background() {
                  @Override
                  public <T> Work<T> start(Supplier<T> work) {
                    follower.stop(WHY);
                    return world.ports.background().start(work);
                  }
                }));

    Answer<CommandResult> answer =
        stopping.run(laptop, new CommandRequest("build", "make", null, null, null, null), follower);

    assertThat(refusal(answer)).isInstanceOf(Refusal.Stopped.class);
    assertThat(world.machines.calls(Verb.WAKE)).isZero();
    assertThat(world.row(build).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.row(build).running()).isEmpty();
  }

  /** M11: the second half of a move is nobody's to interrupt. */
  @Test
  void whoeverStopsWhileTheMachineWakesLeavesTheWakeGoingAndTheCommandIsNotRun() {
    world.sandboxes.sleep(laptop, "build").orElseThrow();
    Gate waking = world.machines.blockNext(Verb.WAKE);
    CompletableFuture<Answer<CommandResult>> answer = Aside.calls(() -> run(follower, "deploy 7"));
    waking.awaitReached();

    follower.stop(WHY);

    assertThat(refusal(answer.join())).isInstanceOf(Refusal.Stopped.class);
    assertThat(world.row(build).running()).isEmpty();
    assertThat(world.row(build).state().is(StateName.WAKING)).isTrue();
    waking.open();
    world.sandboxes.wake(laptop, "build").orElseThrow();
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(1);
    assertThat(world.machines.calls(Verb.RUN)).isZero();
    assertThat(run(Follower.none(), "deploy 7").orElseThrow().outcome())
        .isEqualTo(new Outcome.Exited(0));
  }

  /** X11: only who runs the first may end it. */
  @Test
  void aRepeatedCallThatIsStoppedWaitsNoLongerAndTheFirstGoesOn() {
    CompletableFuture<Answer<CommandResult>> first = begin(Follower.none(), "deploy 7");
    CompletableFuture<Answer<CommandResult>> again = Aside.calls(() -> run(follower, "deploy 7"));

    follower.stop(WHY);

    assertThat(refusal(again.join())).isInstanceOf(Refusal.Stopped.class);
    assertThat(first).isNotDone();
    begun.open();
    assertThat(first.join().orElseThrow().outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(run(Follower.none(), "deploy 7")).isEqualTo(first.join());
  }

  @Test
  void whoWaitsForOneThatIsStoppedGetsItsEnd() {
    CompletableFuture<Answer<CommandResult>> first = begin(follower, "deploy 7");
    CompletableFuture<Answer<CommandResult>> again =
        Aside.calls(() -> run(Follower.none(), "deploy 7"));

    follower.stop(WHY);

    assertThat(again.join()).isEqualTo(first.join());
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
  }

  @Test
  void oneWhoseEndNobodySaysCountsAsRunningUntilItsDeadline() {
    world.machines.loseNextAnswer(Verb.RUN);
    CompletableFuture<Answer<CommandResult>> answer = begin(follower, null);

    follower.stop(WHY);

    assertThat(answer.join().orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost(WHY + " The backend was told to give no answer."));
    assertThat(world.row(build).running()).hasSize(1);
  }

  @Test
  void aSandboxThatIsPutToSleepMeanwhileSaysByWhom() {
    CompletableFuture<Answer<CommandResult>> answer = begin(follower, null);
    world.console.sleep(world.ada, build.id().toString()).orElseThrow();

    assertThat(answer.join().orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost("It was put to sleep by Ada."));
  }
}
