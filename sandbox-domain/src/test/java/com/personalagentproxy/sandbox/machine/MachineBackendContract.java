package com.personalagentproxy.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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

  /**
   * A machine that another installation just made at the same backend, at generation 1. From then
   * on it is there for as long as the test takes.
   */
  MachineId madeByAnother();

  /** All that is listed, read in pages of that many. */
  default List<Listed> listed(int limit) {
    List<Listed> all = new ArrayList<>();
    for (List<Listed> page = backend().list(null, limit);
        !page.isEmpty();
        page = backend().list(all.get(all.size() - 1).machine(), limit)) {
      assertThat(page).hasSizeLessThanOrEqualTo(limit);
      all.addAll(page);
    }
    return all;
  }

  /** How the machine is listed; fails if it isn't. */
  default Listed listed(MachineId machine) {
    return listed(100).stream()
        .filter(each -> each.machine().equals(machine))
        .findAny()
        .orElseThrow();
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

  @Test
  default void machinesAreListedAsTheyAreWithTheHighestGenerationSeen() {
    MachineId awake = made();
    MachineId asleep = made();
    backend().wake(awake, generation(7));
    backend().sleep(asleep, generation(2));
    assertThat(listed(awake))
        .extracting(Listed::seen, Listed::condition)
        .containsExactly(generation(7), Condition.AWAKE);
    assertThat(listed(asleep))
        .extracting(Listed::seen, Listed::condition)
        .containsExactly(generation(2), Condition.ASLEEP);
  }

  @Test
  default void aDeletedMachineIsNotListedNorOneThatNeverWas() {
    MachineId kept = made();
    MachineId deleted = made();
    backend().delete(deleted, generation(2));
    backend().delete(unknown(), generation(2));
    assertThat(listed(100)).extracting(Listed::machine).containsExactly(kept);
  }

  @Test
  default void aMachineIsListedSinceItsGenerationWasSeenFirstAndARepeatedCallDoesNotRenewThat() {
    MachineId machine = made();
    Instant made = listed(machine).since();
    backend().make(machine, generation(1));
    assertThat(listed(machine).since()).isEqualTo(made);
    backend().sleep(machine, generation(2));
    Instant slept = listed(machine).since();
    assertThat(slept).isAfterOrEqualTo(made);
    backend().sleep(machine, generation(2));
    assertThat(listed(machine).since()).isEqualTo(slept);
  }

  @Test
  default void whatAnotherInstallationMadeIsNeverListed() {
    MachineId theirs = madeByAnother();
    MachineId ours = made();
    assertThat(backend().inspect(theirs)).isNotEqualTo(Condition.ABSENT);
    assertThat(listed(100)).extracting(Listed::machine).containsExactly(ours);
  }

  @Test
  default void pagesOfAnySizeListEachMachineOnceInTheOrderOfTheirIds() {
    List<MachineId> machines = IntStream.range(0, 5).mapToObj(number -> made()).sorted().toList();
    for (int limit = 1; limit <= 6; limit++) {
      assertThat(listed(limit)).extracting(Listed::machine).containsExactlyElementsOf(machines);
    }
    assertThat(machines).isSortedAccordingTo(Comparator.comparing(MachineId::toString));
  }

  @Test
  default void aPageStartsAfterAMachineThatIsGoneMeanwhile() {
    List<MachineId> machines = IntStream.range(0, 3).mapToObj(number -> made()).sorted().toList();
    backend().delete(machines.get(1), generation(2));
    assertThat(backend().list(machines.get(1), 9))
        .extracting(Listed::machine)
        .containsExactly(machines.get(2));
  }
}
