package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.model.Container;
import com.personalagentproxy.sandbox.backend.docker.MachineName.Course;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A machine's container that was found.
 *
 * @param name as it is, with which to ask anything of it
 * @param machineName what the name says; absent for one that isn't born yet
 * @param installation whose mark it bears
 */
record Found(
    String container,
    String name,
    Optional<MachineName> machineName,
    MachineId machine,
    UUID installation,
    Instant made,
    String state) {

  /**
   * Reads one; empty for one that is none of ours: without our labels, or with another name than we
   * give. One that is to take another's place isn't found before it does.
   */
  static Optional<Found> of(Container container) {
    try {
      MachineId machine = new MachineId(id(container, Containers.MACHINE_LABEL));
      String name = name(container);
      Optional<MachineName> said =
          MachineName.parse(name).filter(it -> it.machine().equals(machine));
      if (said.isEmpty() && !name.equals(MachineName.unborn(machine))) {
        return Optional.empty();
      }
      return Optional.of(
          new Found(
              container.getId(),
              name,
              said,
              machine,
              said.map(MachineName::installation)
                  .orElseGet(() -> id(container, Containers.INSTALLATION_LABEL)),
              Instant.ofEpochSecond(container.getCreated()),
              String.valueOf(container.getState())));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private static UUID id(Container container, String label) {
    return UUID.fromString(String.valueOf(container.getLabels().get(label)));
  }

  /** Its own name, without those by which others are linked to it. */
  static String name(Container container) {
    return Stream.of(container.getNames())
        .map(each -> each.startsWith("/") ? each.substring(1) : each)
        .filter(each -> each.indexOf('/') < 0)
        .findFirst()
        .orElse("");
  }

  /** The highest generation seen for it; 0 for one that isn't born yet. */
  long seen() {
    return machineName.map(it -> it.generation().number()).orElse(0L);
  }

  boolean isDoomed() {
    return isOn(Course.DOOMED);
  }

  boolean isRunning() {
    return state.equals("running");
  }

  /** Whether a sleep is under way, or was cut short. */
  boolean isFallingAsleep() {
    return isRunning() && isOn(Course.ASLEEP);
  }

  /** Whether the engine is at removing it, or has failed to. */
  boolean isGoing() {
    return state.equals("removing") || state.equals("dead");
  }

  /** Whether the engine couldn't start it any more. */
  boolean isStuck() {
    return isOn(Course.STUCK);
  }

  /** Whether another has taken its place, since it couldn't be started any more. */
  boolean hasGivenWayTo(Found other) {
    return isStuck()
        && other.machine().equals(machine)
        && other.machineName().isPresent()
        && !other.isStuck()
        && other.seen() >= seen();
  }

  private boolean isOn(Course course) {
    return machineName.filter(it -> it.course() == course).isPresent();
  }

  /**
   * How it is to be named for such a call.
   *
   * @param now the time, should it be the first call of that generation
   */
  MachineName named(UUID by, Generation generation, Course course, Supplier<Instant> now) {
    Instant since =
        machineName
            .filter(it -> it.generation().equals(generation))
            .map(MachineName::since)
            .orElseGet(now);
    return new MachineName(by, machine, generation, since, course);
  }
}
