package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.own;
import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Gate;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** X9, M10 and M11: commands that don't come to a good end, and what is said of them. */
class AttemptTest {

  private final World world = new World();
  private final Caller laptop = own(world.laptop);
  private final SandboxView build = world.make(laptop, "build");

  @Test
  void aMachineThatIsFoundAsleepEachTimeIsTriedThreeTimes() {
    world.machines.runs(
        (machine, command) -> {
          throw new BackendException.MachineAsleep(machine);
        });

    assertThat(sentence(world.run(laptop, "build", "true")))
        .isEqualTo(
            "The command was not run in sandbox “build”: Machine %s is asleep. Try again later."
                .formatted(build.id()));

    assertThat(world.machines.calls(Verb.RUN)).isEqualTo(3);
    assertThat(world.row(build).running()).isEmpty();
  }

  @Test
  void aCommandWhoseAnswerIsLostSaysWhatIsKnown() {
    world.machines.loseNextAnswer(Verb.RUN);

    assertThat(world.run(laptop, "build", "true").orElseThrow().outcome())
        .isEqualTo(new Outcome.Lost("The backend was told to give no answer."));
  }

  @Test
  void aMachineThatIsGoneLeavesTheReasonOnTheSandbox() {
    world.machines.lose(build.id().machine());

    assertThat(world.run(laptop, "build", "true")).isInstanceOf(Answer.Refused.class);

    assertThat(world.row(build).reason())
        .isEqualTo("The backend has no machine %s any more.".formatted(build.id()));
  }

  @Test
  void whoeverIsInterruptedIsToldThatNothingIsKnownAndTheCommandGoesOn()
      throws InterruptedException {
    Gate running = world.machines.blockNext(Verb.RUN);
    List<String> told = new ArrayList<>();
    List<Boolean> interrupted = new ArrayList<>();
    Thread caller =
        new Thread(
            () -> {
              told.add(sentence(world.run(laptop, "build", "make")));
              interrupted.add(Thread.currentThread().isInterrupted());
            });
    caller.start();
    running.awaitReached();

    caller.interrupt();
    caller.join();

    assertThat(told)
        .containsExactly(
            "The server is stopping, so it isn't known what became of the command. Look in the sandbox before you run it again.");
    assertThat(interrupted).containsExactly(true);
    assertThat(world.row(build).running()).hasSize(1);
    running.open();
  }
}
