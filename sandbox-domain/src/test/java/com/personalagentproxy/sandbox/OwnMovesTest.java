package com.personalagentproxy.sandbox;

import static com.personalagentproxy.sandbox.world.World.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.collection.SandboxView;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.machine.InMemoryMachines.Verb;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.world.Altered;
import com.personalagentproxy.sandbox.world.Overseen;
import com.personalagentproxy.sandbox.world.PassingTime;
import com.personalagentproxy.sandbox.world.World;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** M3 and M5: whoever has claimed a move hears how that ended, whatever came after it. */
class OwnMovesTest {

  private final World world = new World();
  private final Caller task = world.start(world.laptop, "Fix the flaky test");
  private final SandboxView build = world.make(task, "build");

  @Test
  void whoWokeItIsToldSoThoughAPersonPutItToSleepSince() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    Sandboxes server = new Sandboxes(heardLate(this::personSleeps));
    assertThat(server.wake(task, "build").orElseThrow().state()).isEqualTo(StateName.AWAKE);
    assertThat(world.row(build).state().is(StateName.ASLEEP)).isTrue();
    assertThat(world.machines.calls(Verb.WAKE)).isEqualTo(1);
  }

  @Test
  void whoseMoveFailedIsToldWhyInItsOwnWordsThoughTheRowWasRepairedFirst() {
    world.machines.failNext(Verb.SLEEP);
    Console console = new Console(heardLate(() -> {}));
    assertThat(sentence(console.sleep(world.ada, build.id().toString())))
        .isEqualTo(
            "Sandbox “build” could not be put to sleep: The backend was told to fail. Its files are kept. Try again later.");
    assertThat(world.machines.calls(Verb.SLEEP)).isEqualTo(1);
  }

  @Test
  void whoseWakeFailedButWhoFindsItAwakeIsNotRefused() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    world.machines.failNext(Verb.WAKE);
    Sandboxes server =
        new Sandboxes(heardLate(() -> world.sandboxes.wake(task, "build").orElseThrow()));
    assertThat(server.wake(task, "build").orElseThrow().state()).isEqualTo(StateName.AWAKE);
  }

  @Test
  void whoseDeleteFailedButWhoFindsItGoneIsNotRefused() {
    world.machines.failNext(Verb.DELETE);
    Console console =
        new Console(
            heardLate(
                () -> {
                  world.clock.advance(Timing.USUAL.deleteWithin());
                  world.sweeper.sweep();
                }));
    assertThat(console.delete(world.ada, build.id().toString())).isInstanceOf(Answer.Done.class);
    assertThat(world.store.find(build.id())).isEmpty();
  }

  @Test
  void whoseSleepFailedAndWhoFindsItDeletedIsToldThatItFailed() {
    world.machines.failNext(Verb.SLEEP);
    Sandboxes server = new Sandboxes(heardLate(this::personDeletes));
    assertThat(sentence(server.sleep(task, "build"))).contains("could not be put to sleep");
  }

  @Test
  void whoIsForestalledAtEachClaimIsToldToTryAgainWhenAMinuteIsOver() {
    world.sandboxes.sleep(task, "build").orElseThrow();
    PassingTime time = new PassingTime();
    AtomicInteger claims = new AtomicInteger();
    Ports forestalled =
        Overseen.store(
            Altered.passing(world.ports, time),
            (method, arguments) -> {
              if (!method.equals("claim")) {
                return Optional.empty();
              }
              claims.incrementAndGet();
              time.passes(Duration.ofSeconds(20));
              return Optional.of(Optional.empty());
            });
    assertThat(sentence(new Sandboxes(forestalled).wake(task, "build")))
        .isEqualTo("Sandbox “build” is still asleep. Try again in a few seconds.");
    assertThat(claims).hasValue(3);
  }

  /** Ports on which a move is carried out at once, and how it ended is only heard after this. */
  private Ports heardLate(Runnable meanwhile) {
    AtomicBoolean isHeard = new AtomicBoolean();
    return Altered.background(
        world.ports,
        new Background() {
          @Override
          public <T> Work<T> start(Supplier<T> work) {
            T result = work.get();
            return atMost -> {
              if (isHeard.compareAndSet(false, true)) {
                meanwhile.run();
                return Optional.empty();
              }
              return Optional.of(result);
            };
          }
        });
  }

  private void personSleeps() {
    world.console.sleep(world.ada, build.id().toString()).orElseThrow();
  }

  private void personDeletes() {
    world.console.delete(world.ada, build.id().toString()).orElseThrow();
  }
}
