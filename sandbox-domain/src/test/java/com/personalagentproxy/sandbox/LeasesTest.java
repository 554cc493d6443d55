package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.refusal;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.LongCommands;
import com.personalagentproxy.sandbox.world.WatchedStore;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** L1–L3 and L5 through the entrance that agents use. */
class LeasesTest {

  private final World world = new World();
  private final Caller first = world.start(world.laptop, "Fix the flaky test");
  private final Caller second = world.start(world.phone, "Write the docs");
  private final SandboxView build = world.make(first, "build");

  @Test
  void theFirstCommandTakesItAndTheNextKeepsIt() {
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isTrue();
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isFalse();
    assertThat(holdersTitle()).isEqualTo("Fix the flaky test");
  }

  @Test
  void nothingButACommandTakesIt() {
    world.sandboxes.get(first, "build").orElseThrow();
    world.sandboxes.list(first, null, null, null).orElseThrow();
    world.sandboxes.sleep(first, "build").orElseThrow();
    world.sandboxes.wake(first, "build").orElseThrow();
    assertThat(world.row(build).lease()).isNull();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void itIsOneTasksAtATimeAndAnotherSandboxIsAnothers() {
    world.make(second, "docs");
    world.run(first, "build", "true").orElseThrow();
    world.run(second, "docs", "true").orElseThrow();
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    assertThat(refusal(world.run(first, "docs", "true"))).isInstanceOf(Refusal.InUse.class);
  }

  @Test
  void aTaskOfTheSameAgentIsAnotherTask() {
    world.run(first, "build", "true").orElseThrow();
    Caller beside = world.start(world.laptop, "Tidy up");
    assertThat(sentence(world.run(beside, "build", "true"))).contains("“Fix the flaky test”");
  }

  @Test
  void itStaysTheHoldersForAsLongAsTheHolderIsUnderWay() {
    world.run(first, "build", "true").orElseThrow();
    for (int hours = 0; hours < 24; hours++) {
      for (int times = 0; times < 4; times++) {
        world.clock.advance(Duration.ofMinutes(15));
        world.sandboxes.get(first, "build").orElseThrow();
      }
      assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    }
    assertThat(world.run(first, "build", "true").orElseThrow().tookLease()).isFalse();
  }

  @Test
  void takingItAgainIsOneStatementToTheStore() {
    world.run(first, "build", "true").orElseThrow();
    WatchedStore watched = new WatchedStore(world.store);
    new Sandboxes(Altered.store(world.ports, watched.store()))
        .run(first, new CommandRequest("build", "true", null, null, null))
        .orElseThrow();
    assertThat(watched.calls()).containsExactly("named", "admit", "end");
  }

  @Test
  void anotherTaskIsToldWhoHasItAndWhatToDo() {
    world.run(first, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(3));
    assertThat(sentence(world.run(second, "build", "true")))
        .isEqualTo(
            "Sandbox “build” is being used by the task “Fix the flaky test” (agent Ada's laptop), which last worked in it"
                + " 3 minutes ago. Wait until that task is finished or has been left for twenty minutes, use another"
                + " sandbox, or make one with sandboxes_create.");
  }

  @Test
  void aRefusedCommandWakesNothing() {
    world.run(first, "build", "true").orElseThrow();
    world.sandboxes.sleep(first, "build").orElseThrow();
    int wakes = world.machines.calls(Verb.WAKE);
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    assertThat(world.row(build).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(wakes);
  }

  @Test
  void namesInTheRefusalAreOnOneLineAndCannotCloseTheirQuotes() {
    Caller quoting = world.start(world.laptop, "Say “done”, then \u202elook");
    world.make(quoting, "Ada's “best” box");
    world.run(quoting, "Ada's “best” box", "true").orElseThrow();
    assertThat(sentence(world.run(second, "Ada's “best” box", "true")))
        .startsWith(
            "Sandbox “Ada's 'best' box” is being used by the task “Say 'done', then  look” (agent Ada's laptop), which"
                + " last worked in it just now. Wait");
  }

  @Test
  void aVeryLongTitleInTheRefusalIsCut() {
    Caller wordy = world.start(world.laptop, "word ".repeat(40).strip());
    world.run(wordy, "build", "true").orElseThrow();
    assertThat(sentence(world.run(second, "build", "true")))
        .startsWith(
            "Sandbox “build” is being used by the task “"
                + "word ".repeat(16)
                + "…” (agent Ada's laptop), which last worked in it just now. Wait");
  }

  @Test
  void whileACommandOfTheHolderRunsItIsSaidToWorkNow() {
    LongCommands.Running running = new LongCommands(world).run(first, "build", 120);
    world.clock.advance(Duration.ofSeconds(119));
    assertThat(sentence(world.run(second, "build", "true"))).contains("worked in it just now.");
    running.ends();
    world.clock.advance(Duration.ofSeconds(40));
    assertThat(sentence(world.run(second, "build", "true")))
        .contains("worked in it 40 seconds ago.");
  }

  @Test
  void afterTwentyMinutesWithoutActivityAnotherTaskTakesIt() {
    world.run(first, "build", "true").orElseThrow();
    world.clock.advance(Duration.ofMinutes(20).minusNanos(1000));
    assertThat(refusal(world.run(second, "build", "true"))).isInstanceOf(Refusal.InUse.class);
    world.clock.advance(Duration.ofNanos(1000));
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void finishingFreesItAtOnce() {
    world.run(first, "build", "true").orElseThrow();
    world.finish(first);
    assertThat(holdersTitle()).isNull();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void whatATaskHadThatIsNotKnownAnyMoreIsFree() {
    world.run(first, "build", "true").orElseThrow();
    world.tasks.forget(World.taskOf(first));
    assertThat(holdersTitle()).isNull();
    assertThat(world.run(second, "build", "true").orElseThrow().tookLease()).isTrue();
  }

  @Test
  void anAgentThatNamesNoTaskHasOneOfItsOwn() {
    CommandResult result = world.run(World.own(world.laptop), "build", "true").orElseThrow();
    assertThat(result.tookLease()).isTrue();
    assertThat(holdersTitle()).isEqualTo("test client");
    assertThat(world.run(World.own(world.laptop), "build", "true").orElseThrow().task())
        .isEqualTo(result.task());
  }

  private @Nullable String holdersTitle() {
    SandboxView seen = world.sandboxes.get(World.own(world.phone), "build").orElseThrow();
    return seen.user() == null ? null : seen.user().title();
  }
}
