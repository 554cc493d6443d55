package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every backend promises of the life of a machine (M2, M7, M10). What it promises of commands
 * is in {@link CommandContract} and {@link CommandEndContract}, for backends that really run them.
 */
public interface MachineBackendContract {

  /** The backend under test, the same through one test. */
  MachineBackend backend();

  /** A machine that was just made, at generation 1. */
  default MachineId made() {
    MachineId machine = unknown();
    backend().make(machine, generation(1));
    return machine;
  }

  /** A machine nobody has heard of. */
  static MachineId unknown() {
    return new MachineId(UUID.randomUUID());
  }

  static Generation generation(long number) {
    return new Generation(number);
  }

  /** Runs something short at that generation. */
  default Trial runAt(MachineId machine, long generation) {
    return Trial.of(
        backend(),
        machine,
        generation(generation),
        new Command("true", null, null, Duration.ofSeconds(30)));
  }

  @Test
  default void itSaysInASentenceWhatItKeeps() {
    assertThat(backend().description()).endsWith(".");
    assertThat(backend().isThere()).isTrue();
  }

  @Test
  default void aMachineIsAbsentUntilMade() {
    assertThat(backend().inspect(unknown())).isEqualTo(Condition.ABSENT);
  }

  @Test
  default void aMachineIsAwakeOnceMade() {
    assertThat(backend().inspect(made())).isEqualTo(Condition.AWAKE);
  }

  @Test
  default void eachMoveTwiceIsTheSameAsOnce() {
    MachineId machine = unknown();
    for (int time = 0; time < 2; time++) {
      backend().make(machine, generation(1));
    }
    assertThat(backend().inspect(machine)).isEqualTo(Condition.AWAKE);
    for (int time = 0; time < 2; time++) {
      backend().sleep(machine, generation(2));
    }
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);
    for (int time = 0; time < 2; time++) {
      backend().wake(machine, generation(3));
    }
    assertThat(backend().inspect(machine)).isEqualTo(Condition.AWAKE);
    for (int time = 0; time < 2; time++) {
      backend().delete(machine, generation(4));
    }
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ABSENT);
  }

  @Test
  default void makingAMachineThatIsAsleepWakesIt() {
    MachineId machine = made();
    backend().sleep(machine, generation(2));
    backend().make(machine, generation(3));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.AWAKE);
  }

  @Test
  default void aMachineIsDeletedWhileAsleep() {
    MachineId machine = made();
    backend().sleep(machine, generation(2));
    backend().delete(machine, generation(3));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ABSENT);
  }

  @Test
  default void aMachineThatNeverWasIsDeletedAlready() {
    MachineId machine = unknown();
    backend().delete(machine, generation(2));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ABSENT);
  }

  @Test
  default void aMachineThatNeverWasIsGoneForWakeSleepAndRun() {
    MachineId machine = unknown();
    assertThatThrownBy(() -> backend().wake(machine, generation(1)))
        .isInstanceOf(BackendException.MachineGone.class);
    assertThatThrownBy(() -> backend().sleep(machine, generation(1)))
        .isInstanceOf(BackendException.MachineGone.class);
    assertThatThrownBy(() -> runAt(machine, 1)).isInstanceOf(BackendException.MachineGone.class);
  }

  @Test
  default void aDeletedMachineIsGoneForWakeSleepAndRun() {
    MachineId machine = made();
    backend().delete(machine, generation(2));
    assertThatThrownBy(() -> backend().wake(machine, generation(3)))
        .isInstanceOf(BackendException.MachineGone.class);
    assertThatThrownBy(() -> backend().sleep(machine, generation(3)))
        .isInstanceOf(BackendException.MachineGone.class);
    assertThatThrownBy(() -> runAt(machine, 3)).isInstanceOf(BackendException.MachineGone.class);
  }

  @Test
  default void nothingRunsInAMachineThatIsAsleep() {
    MachineId machine = made();
    backend().sleep(machine, generation(2));
    assertThatThrownBy(() -> runAt(machine, 2)).isInstanceOf(BackendException.MachineAsleep.class);
  }

  @Test
  default void aCallOfALowerGenerationIsRefusedAndChangesNothing() {
    MachineId machine = made();
    backend().sleep(machine, generation(5));
    List<Runnable> late =
        List.of(
            () -> backend().make(machine, generation(4)),
            () -> backend().wake(machine, generation(4)),
            () -> backend().sleep(machine, generation(4)),
            () -> backend().delete(machine, generation(4)),
            () -> runAt(machine, 4));
    for (Runnable call : late) {
      assertThatThrownBy(call::run).isInstanceOf(BackendException.StaleGeneration.class);
    }
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);
  }

  @Test
  default void aLateMakeDoesNotBringADeletedMachineBack() {
    MachineId machine = made();
    backend().delete(machine, generation(3));
    assertThatThrownBy(() -> backend().make(machine, generation(1)))
        .isInstanceOf(BackendException.StaleGeneration.class);
    assertThatThrownBy(() -> backend().wake(machine, generation(2)))
        .isInstanceOf(BackendException.StaleGeneration.class);
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ABSENT);
  }

  @Test
  default void theSameMoveFromManyThreadsAtOnceIsOneMove() {
    MachineId machine = unknown();
    Crowd.of(16).each(number -> backend().make(machine, generation(1)));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.AWAKE);
    Crowd.of(16).each(number -> backend().sleep(machine, generation(2)));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);
    Crowd.of(16).each(number -> backend().wake(machine, generation(3)));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.AWAKE);
    Crowd.of(16).each(number -> backend().delete(machine, generation(4)));
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ABSENT);
  }

  @Test
  default void ofManyMovesAtOnceTheHighestGenerationHasTheLastWord() {
    MachineId machine = made();
    Crowd.of(12)
        .each(
            number -> {
              try {
                if (number % 2 == 0) {
                  backend().wake(machine, generation(2 + number));
                } else {
                  backend().sleep(machine, generation(2 + number));
                }
              } catch (BackendException.StaleGeneration overtaken) {
                // A higher one came first.
              }
            });
    assertThat(backend().inspect(machine)).isEqualTo(Condition.ASLEEP);
  }

  @Test
  default void machinesAreApartFromEachOther() {
    List<MachineId> machines = IntStream.range(0, 3).mapToObj(number -> made()).toList();
    backend().sleep(machines.get(0), generation(2));
    backend().delete(machines.get(1), generation(2));
    assertThat(machines)
        .extracting(backend()::inspect)
        .containsExactly(Condition.ASLEEP, Condition.ABSENT, Condition.AWAKE);
  }
}
