package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.activity.ActivityRequest;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Ran;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.Aside;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What people run counts as use, and is nothing to tasks and leases. */
@Timeout(60)
class PeoplesCommandsTest {

  private final World world = new World();
  private final Caller laptop = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(laptop, "build");
  private final Follower follower = Follower.none();

  PeoplesCommandsTest() {
    world.connections.set(world.ownConnection(laptop).id(), Action.DELETE, true);
  }

  private CommandRequest request(String command) {
    return new CommandRequest(build.id().toString(), command, null, null, null);
  }

  private Answer<CommandResult> run(String command) {
    return world.console.run(world.ada, request(command), follower);
  }

  /** One that runs until the gate is open. */
  private CompletableFuture<Answer<CommandResult>> begin(Gate end) {
    world.machines.runs(
        (machine, command) -> {
          if (command.line().equals("top")) {
            end.pass();
          }
          return Ran.printing("done");
        });
    CompletableFuture<Answer<CommandResult>> answer = Aside.calls(() -> run("top"));
    end.awaitReached();
    return answer;
  }

  @Test
  void aPersonRunsWhateverTaskHasTheSandboxAndTakesNothing() {
    world.machines.runs((machine, command) -> Ran.printing("a file"));
    LongCommands.Running tasks = new LongCommands(world).run(laptop, "build");

    CommandResult result = run("ls").orElseThrow();

    assertThat(result.outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(result.tookLease()).isFalse();
    assertThat(result.task()).isEmpty();
    assertThat(result.sandbox()).isEqualTo("build");
    tasks.ends();
    assertThat(world.row(build).running()).isEmpty();
    assertThat(world.row(build).admissions()).isEqualTo(1);
    assertThat(world.row(build).lease()).isNotNull();
  }

  /** H1 is about agents. */
  @Test
  void itIsNotWrittenDown() {
    List<?> before = entries();

    run("ls").orElseThrow();
    run("");

    assertThat(entries()).isEqualTo(before);
  }

  private List<?> entries() {
    return world.activity.page(new ActivityRequest(world.organization, null, null, null, null, 50));
  }

  @Test
  void itWakesTheSandboxWhichSaysForWhom() {
    world.sandboxes.sleep(laptop, "build").orElseThrow();

    assertThat(run("ls").orElseThrow().woke()).isTrue();

    assertThat(world.row(build).reason()).isEqualTo("It was woken by a command of Ada.");
  }

  @Test
  void whileItRunsAnotherTaskTakesTheSandbox() {
    Gate end = new Gate();
    CompletableFuture<Answer<CommandResult>> persons = begin(end);
    Caller phone = world.start(world.phone, "Look around");

    assertThat(world.run(phone, "build", "true").orElseThrow().tookLease()).isTrue();

    assertThat(sentence(world.run(laptop, "build", "true"))).contains("“Look around”");
    world.finish(phone);
    assertThat(world.run(laptop, "build", "true").orElseThrow().tookLease()).isTrue();
    end.open();
    assertThat(persons.join().orElseThrow().outcome()).isEqualTo(new Outcome.Exited(0));
  }

  @Test
  void whileItRunsTheSandboxDoesNotFallAsleep() {
    Gate end = new Gate();
    CompletableFuture<Answer<CommandResult>> persons = begin(end);
    SandboxView seen = world.console.get(world.ada, build.id().toString()).orElseThrow();
    assertThat(seen.running()).isEqualTo(1);
    assertThat(seen.user()).isNull();
    assertThat(seen.sleepsAt()).isNull();
    end.open();
    persons.join().orElseThrow();
    world.clock.advance(Duration.ofMinutes(29));
    world.sweeper.sweep();
    assertThat(world.row(build).state().is(StateName.AWAKE)).isTrue();

    world.clock.advance(Duration.ofMinutes(1));
    world.sweeper.sweep();

    assertThat(world.row(build).state().is(StateName.ASLEEP)).isTrue();
  }

  @Test
  void anAgentMayPutItToSleepAndThePersonIsToldByWhom() {
    Gate end = new Gate();
    CompletableFuture<Answer<CommandResult>> persons = begin(end);

    world.sandboxes.sleep(laptop, "build").orElseThrow();

    assertThat(persons.join().orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost("It was put to sleep by agent Ada's laptop."));
    assertThat(world.row(build).running()).isEmpty();
  }

  @Test
  void anAgentMayDeleteIt() {
    Gate end = new Gate();
    CompletableFuture<Answer<CommandResult>> persons = begin(end);

    world.sandboxes.delete(laptop, "build").orElseThrow();

    assertThat(persons.join().orElseThrow().outcome()).isInstanceOf(Outcome.Lost.class);
  }

  @Test
  void itMayBeStopped() {
    Gate end = new Gate();
    CompletableFuture<Answer<CommandResult>> persons = begin(end);

    follower.stop("The page was closed.");

    assertThat(persons.join().orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost("The page was closed. It was ended then by the signal TERM."));
    assertThat(world.row(build).running()).isEmpty();
    assertThat(refusal(run("ls"))).isInstanceOf(Refusal.Stopped.class);
  }

  @Test
  void whatIsMalformedOrIsNotThereRunsNothing() {
    assertThat(refusal(run(""))).isInstanceOf(Refusal.Invalid.class);
    assertThat(refusal(world.console.run(world.bob, request("ls"), Follower.none())))
        .isInstanceOf(Refusal.NotFound.class);
    world.machines.lose(build.id().machine());
    assertThat(sentence(run("ls"))).contains("is lost");
    assertThat(sentence(run("ls"))).contains("is lost");
    world.console.delete(world.ada, build.id().toString()).orElseThrow();
    assertThat(refusal(run("ls"))).isInstanceOf(Refusal.NotFound.class);
    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(1);
  }

  /** L5: when the task last worked in it, and not when anybody did. */
  @Test
  void itIsNotTakenForTheHoldersWork() {
    world.run(laptop, "build", "make").orElseThrow();
    world.clock.advance(Duration.ofMinutes(7));
    run("ls").orElseThrow();
    world.clock.advance(Duration.ofMinutes(1));

    Caller other = world.start(world.laptop, "Write the docs");
    assertThat(sentence(world.run(other, "build", "true")))
        .contains("which last worked in it 8 minutes ago");
  }
}
