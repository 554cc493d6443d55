package com.personalagentproxy.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.SettledMoves;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Meanwhile;
import com.personalagentproxy.sandbox.world.PassingTime;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * L7 and M7: a person's delete gives the commands that ran a moment to say by whom they were ended,
 * and is held up by none.
 */
class DeletingUnderCommandsTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(task, "build");
  private final PassingTime time = new PassingTime();

  @Test
  void oneWhoseServerWasKilledHoldsUpTheDeleteForTwoSeconds() {
    leaveACommandCountedIn();
    delete(Altered.passing(world.ports, time));
    assertThat(time.passed()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void oneWhoseDeadlineHasPassedHoldsUpNothing() {
    leaveACommandCountedIn();
    world.clock.advance(Timing.USUAL.countsFor(Duration.ofSeconds(60)));
    delete(Altered.passing(world.ports, time));
    assertThat(time.passed()).isZero();
  }

  @Test
  void oneThatHasEndedHoldsUpNothing() {
    world.run(task, "build", "true").orElseThrow();
    delete(Altered.passing(world.ports, time));
    assertThat(time.passed()).isZero();
  }

  @Test
  void theRowGoesAsSoonAsTheLastHasSaidWhatBecameOfIt() {
    leaveACommandCountedIn();
    List<StateName> seen = new ArrayList<>();
    Meanwhile meanwhile =
        new Meanwhile(
            () -> seen.add(world.row(build).state().name()),
            () -> {
              seen.add(world.row(build).state().name());
              world.sweeper.takeOver();
            },
            () -> {
              throw new AssertionError("It waits for nothing.");
            });
    delete(Altered.settledMoves(world.ports, meanwhile));
    assertThat(seen).containsExactly(StateName.DELETING, StateName.DELETING);
  }

  @Test
  void commandsThatWaitGetNoticeWhileTheRowStillSaysByWhom() {
    List<String> told = new ArrayList<>();
    SettledMoves notices =
        new SettledMoves() {
          @Override
          public void announce(SandboxId sandbox) {
            told.add(world.store.find(sandbox).map(Sandbox::reason).orElse("gone"));
          }

          @Override
          public Watch watch(SandboxId sandbox) {
            return atMost -> {};
          }
        };
    delete(Altered.settledMoves(world.ports, notices));
    assertThat(told).containsExactly("It was deleted by Ada.", "gone");
  }

  /** On a server that carries out the move at once. */
  private void delete(Ports ports) {
    Console console = new Console(Altered.background(ports, Background.on(Runnable::run)));
    console.delete(world.ada, build.id().toString()).orElseThrow();
    assertThat(world.store.find(build.id())).isEmpty();
    assertThat(world.machines.machines()).isEmpty();
  }

  private void leaveACommandCountedIn() {
    world.machines.loseNextAnswer(Verb.RUN);
    world.run(task, "build", "make").orElseThrow();
    assertThat(world.row(build).running()).hasSize(1);
  }
}
