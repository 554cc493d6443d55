package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MachineLocksTest {

  private static final Duration SHORT = Duration.ofMillis(20);

  private final MachineId machine = MachineBackendContract.unknown();
  private final CountDownLatch end = new CountDownLatch(1);

  /** Makes a move that lasts until the end; comes back once it has begun. */
  private CompletableFuture<Void> lastingMove(MachineLocks locks, MachineId of) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Void> move =
        CompletableFuture.runAsync(
            () ->
                locks.alone(
                    of,
                    () -> {
                      begun.countDown();
                      awaitEnd();
                    }),
            task -> Engine.daemon(task, "move").start());
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    return move;
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void aSecondMoveOfAMachineWaitsAndIsToldThatItIsBusy() throws Exception {
    MachineLocks locks = new MachineLocks(SHORT);
    CompletableFuture<Void> first = lastingMove(locks, machine);
    assertThatThrownBy(() -> locks.alone(machine, () -> {}))
        .isInstanceOf(BackendException.Unreachable.class)
        .hasMessageContaining(machine + " is busy with another move");
    end.countDown();
    first.get(30, TimeUnit.SECONDS);
    locks.alone(machine, () -> {});
  }

  /** Whatever share of their identities they have in common. */
  @Test
  void noMachineWaitsForAnother() throws Exception {
    MachineLocks locks = new MachineLocks(SHORT);
    CompletableFuture<Void> first = lastingMove(locks, machine);
    List<MachineId> moved = new ArrayList<>();
    Stream.generate(MachineBackendContract::unknown)
        .limit(2000)
        .forEach(other -> locks.alone(other, () -> moved.add(other)));
    assertThat(moved).hasSize(2000);
    end.countDown();
    first.get(30, TimeUnit.SECONDS);
  }

  @Test
  void aMoveWhoseCallerIsInterruptedIsNotMade() {
    MachineLocks locks = new MachineLocks(Duration.ofMinutes(1));
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> locks.alone(machine, () -> end.countDown()))
          .isInstanceOf(BackendException.Unreachable.class)
          .hasMessageContaining("stopped waiting for machine " + machine);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(end.getCount()).isOne();
  }

  @Test
  void nothingIsKeptOfMovesThatAreOver() throws Exception {
    MachineLocks locks = new MachineLocks(SHORT);
    CompletableFuture<Void> first = lastingMove(locks, machine);
    assertThatThrownBy(() -> locks.alone(machine, () -> {}))
        .isInstanceOf(BackendException.Unreachable.class);
    assertThat(locks.size()).isOne();
    end.countDown();
    first.get(30, TimeUnit.SECONDS);
    assertThatThrownBy(
            () ->
                locks.alone(
                    machine,
                    () -> {
                      throw new IllegalStateException("It failed.");
                    }))
        .hasMessage("It failed.");
    assertThat(locks.size()).isZero();
  }
}
