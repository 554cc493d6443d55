package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.command.RunningOutput;
import com.personalagentproxy.sandbox.console.RunningView;
import com.personalagentproxy.sandbox.machine.InMemoryMachines;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.time.SettableClock;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.Talkative;
import com.personalagentproxy.sandbox.world.World;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A person looks at what a command prints while it runs. */
@Timeout(60)
class LookingAtRunningCommandsTest {

  private final Talkative command = new Talkative();
  private final World world =
      new World(Timing.USUAL, command.of(new InMemoryMachines(new SettableClock(World.BEGINNING))));
  private final Caller laptop = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(laptop, "build");
  private final RunningView view = seenBy(world.ada).orElseThrow();

  private Answer<RunningView> seenBy(Person person) {
    return world.console.running(person, build.id().toString());
  }

  private CompletableFuture<Answer<CommandResult>> begin() {
    return Aside.calls(
        () -> world.sandboxes.run(laptop, new CommandRequest("build", "make", null, null, null)));
  }

  @Test
  void whatItHasPrintedSoFarIsSeenAndHowMuchThatIs() throws InterruptedException {
    CompletableFuture<Answer<CommandResult>> answer = begin();
    command.says("compiling\n");
    RunningOutput running = view.now().get(0);
    assertThat(running.stdout().tail(4096).text()).isEqualTo("compiling\n");
    long before = running.printed();

    command.says("!a warning\n");

    assertThat(running.printed()).isEqualTo(before + "!a warning\n".length());
    assertThat(running.stderr().tail(4096).text()).isEqualTo("!a warning\n");
    command.ends();
    assertThat(answer.join().orElseThrow().stdout().text()).isEqualTo("compiling\n");
  }

  @Test
  void itIsKnownByItsEntryInTheHistory() throws InterruptedException {
    CompletableFuture<Answer<CommandResult>> answer = begin();
    command.says("compiling\n");

    RunningOutput running = view.now().get(0);

    assertThat(view.of(running.command())).contains(running);
    command.ends();
    assertThat(answer.join().orElseThrow().id()).isEqualTo(running.command());
    assertThat(view.of(running.command())).isEmpty();
  }

  @Test
  void aPersonsIsNotSeenByOthers() throws InterruptedException {
    CompletableFuture<Answer<CommandResult>> answer =
        Aside.calls(
            () ->
                world.console.run(
                    world.ada,
                    new CommandRequest(build.id().toString(), "cat secret", null, null, null),
                    Follower.none()));
    command.says("a secret\n");

    assertThat(view.now()).isEmpty();
    command.ends();
    assertThat(answer.join().orElseThrow().stdout().text()).isEqualTo("a secret\n");
  }

  @Test
  void onceItHasEndedThereIsNothingToLookAtAndNothingIsKept() throws InterruptedException {
    CompletableFuture<Answer<CommandResult>> answer = begin();
    command.ends();
    CommandResult unused = answer.join().orElseThrow();

    assertThat(view.now()).isEmpty();
  }

  @Test
  void twoThatRunAtOnceAreToldApart() throws InterruptedException {
    CompletableFuture<Answer<CommandResult>> first = begin();
    command.awaitBegun();
    command.says("one of them\n");
    CompletableFuture<Answer<CommandResult>> second = begin();
    command.awaitBegun();

    assertThat(view.now()).hasSize(2);
    assertThat(view.now().stream().mapToLong(RunningOutput::printed).sum())
        .isEqualTo("one of them\n".length());
    command.ends();
    command.ends();
    CommandResult one = first.join().orElseThrow();
    CommandResult other = second.join().orElseThrow();
    assertThat(one.id()).isNotEqualTo(other.id());
    assertThat(view.now()).isEmpty();
  }

  @Test
  void whoDoesNotSeeTheSandboxSeesNothingThatRunsInIt() {
    assertThat(World.refusal(seenBy(world.bob))).isInstanceOf(Refusal.NotFound.class);
  }
}
