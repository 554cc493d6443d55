package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.backend.conformance.BackendUnderCheck;
import com.personalagentproxy.sandbox.backend.conformance.Conformance;
import com.personalagentproxy.sandbox.backend.conformance.Report;
import com.personalagentproxy.sandbox.backend.conformance.Verdict;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine is killed in the middle of each call; afterwards all works, and nothing is left. */
@Tag("once")
class KilledEngineTest {

  private static final Duration BOUND = Duration.ofMinutes(3);

  private final DockerAddress theirs = TestEngine.address();
  private final UUID installation = UUID.randomUUID();
  private Path folder;
  private OwnEngine engine;
  private DockerMachines machines;
  private long generation;

  @BeforeEach
  void start() throws IOException {
    // A short path, since a socket's can't be long.
    folder = Files.createTempDirectory("engine");
    engine = OwnEngine.in(folder, theirs);
    machines = DockerMachines.open(engine.address(theirs.image()), installation);
  }

  @AfterEach
  void end() throws Exception {
    if (machines != null) {
      machines.close();
    }
    if (engine != null) {
      engine.close();
    }
    new ProcessBuilder(
            "sh",
            "-c",
            "grep \"$1\" /proc/mounts | cut -d' ' -f2 | sort -r | xargs -r umount -l; rm -rf \"$1\"",
            "sh",
            folder.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private Generation next() {
    return new Generation(++generation);
  }

  private Trial run(MachineId machine, String line) {
    return Trial.of(
        machines,
        machine,
        new Generation(generation),
        new Command(line, null, null, Duration.ofSeconds(60)));
  }

  /** Kills the engine so long after the call was begun, and waits for what becomes of that. */
  private void killedDuring(Runnable call, int millis) throws Exception {
    killedDuring(call, () -> true, millis);
  }

  /** The same, so long after that was so for the first time. */
  private void killedDuring(Runnable call, BooleanSupplier moment, int millis) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> done =
        CompletableFuture.runAsync(
            () -> {
              begun.countDown();
              call.run();
            },
            task -> Engine.daemon(task, "call").start());
    begun.await();
    while (!moment.getAsBoolean() && !done.isDone()) {
      Thread.onSpinWait();
    }
    TimeUnit.MILLISECONDS.sleep(millis);
    engine.kill();
    try {
      done.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      assertThat(failure.getCause())
          .isInstanceOfAny(BackendException.Unreachable.class, BackendException.Failed.class);
    }
    assertThatThrownBy(() -> machines.list(null, 9))
        .isInstanceOf(BackendException.Unreachable.class)
        .hasMessageContaining("Docker engine");
    engine.restart();
  }

  @Test
  void afterEachCallThatItWasKilledInAllWorksAndNothingIsOrphaned() throws Exception {
    MachineId machine = MachineBackendContract.unknown();
    for (int millis : new int[] {5, 150, 400}) {
      Generation making = next();
      killedDuring(() -> machines.make(machine, making), millis);
      machines.make(machine, next());
      run(machine, "echo kept >file");

      killedDuring(
          () -> assertThat(run(machine, "sleep 77").outcome()).isInstanceOf(Outcome.Lost.class),
          millis);
      assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
      machines.wake(machine, next());
      assertThat(
              run(
                      machine,
                      "cat file; cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c 'sleep [7]7'")
                  .text())
          .isEqualTo("kept\n0\n");

      Generation sleeping = next();
      killedDuring(() -> machines.sleep(machine, sleeping), millis);
      machines.sleep(machine, next());
      Generation waking = next();
      killedDuring(() -> machines.wake(machine, waking), millis);
      machines.wake(machine, next());
      assertThat(run(machine, "cat file").text()).isEqualTo("kept\n");
      assertThat(machines.list(null, 9)).extracting(Listed::machine).containsExactly(machine);

      Generation deleting = next();
      killedDuring(() -> machines.delete(machine, deleting), millis);
      machines.delete(machine, next());
      assertThat(machines.inspect(machine)).isEqualTo(Condition.ABSENT);
      assertThat(machines.list(null, 9)).isEmpty();
      assertThat(engine.inContainers()).isEmpty();
    }
    allIsWell();
  }

  /** What a call finds afterwards differs with every few milliseconds. */
  @Test
  void aMachineThatItWasKilledInStartingWakesAllTheSame() throws Exception {
    MachineId machine = MachineBackendContract.unknown();
    machines.make(machine, next());
    run(machine, "echo kept >file");
    for (int millis : new int[] {0, 20}) {
      wakesAfterAKill(machine, engine::isStarting, millis);
    }
    for (int millis : new int[] {0, 1, 2, 4, 8, 12, 16, 24, 32, 48}) {
      wakesAfterAKill(machine, engine::hasMade, millis);
    }
    machines.delete(machine, next());
    assertThat(machines.list(null, 9)).isEmpty();
    assertThat(engine.inContainers()).isEmpty();
  }

  private void wakesAfterAKill(MachineId machine, Predicate<String> moment, int millis)
      throws Exception {
    machines.sleep(machine, next());
    Generation waking = next();
    String container = engine.container(machine);
    killedDuring(() -> machines.wake(machine, waking), () -> moment.test(container), millis);

    machines.wake(machine, next());

    assertThat(run(machine, "cat file").text()).isEqualTo("kept\n");
  }

  private void allIsWell() throws InterruptedException {
    Report report =
        Conformance.of(BackendUnderCheck.of(machines))
            .only(check -> Pattern.matches("(life|fence|kept)\\..*", check.name()))
            .run(result -> {});
    assertThat(report.failures()).isEmpty();
    assertThat(report.complaints()).isEmpty();
    assertThat(report.count(Verdict.Passed.class)).isGreaterThan(20);
  }
}
