package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.Optional;

/**
 * What was seen of a machine at the engine, and what that says of a call (M2).
 *
 * @param found its container
 * @param deleted the highest generation at which it was deleted; 0 if it wasn't
 */
record Sighting(MachineId machine, Optional<Found> found, long deleted) {

  /**
   * @throws BackendException.StaleGeneration if a higher generation than that was seen
   */
  void refuseStale(Generation asked) {
    if (isStale(asked)) {
      throw new BackendException.StaleGeneration(machine, asked, new Generation(seen()));
    }
  }

  /** Whether a higher generation than that was seen. */
  boolean isStale(Generation asked) {
    return asked.number() < seen();
  }

  private long seen() {
    return Math.max(found.map(Found::seen).orElse(0L), deleted);
  }

  /**
   * The container of a machine that isn't deleted.
   *
   * @throws BackendException.MachineGone if there is none
   */
  Found kept() {
    return found
        .filter(it -> !isDeleted(it))
        .orElseThrow(() -> new BackendException.MachineGone(machine));
  }

  /** Whether there is a container and its deletion has begun. */
  boolean isBeingDeleted() {
    return found.filter(this::isDeleted).isPresent();
  }

  Condition condition() {
    return found
        .filter(it -> !isDeleted(it))
        .map(it -> it.isRunning() ? Condition.AWAKE : Condition.ASLEEP)
        .orElse(Condition.ABSENT);
  }

  /**
   * One that was made again at the generation of a deletion is not deleted, nor is one that isn't
   * born yet: it came after.
   */
  private boolean isDeleted(Found it) {
    return it.isDoomed() || it.isGoing() || (it.machineName().isPresent() && it.seen() < deleted);
  }
}
