package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.command.InspectVolumeResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What remembers that a machine was deleted, and at which generation, so that a make that comes
 * late doesn't bring it back (M2): an empty volume each, which costs a folder. They are cleared
 * when no call can be that late any more.
 */
final class Tombstones {

  /**
   * Longer than any deadline by far, which are minutes; no longer, since each move reads the stones
   * of all machines.
   */
  static final Duration KEPT = Duration.ofHours(1);

  private static final String DELETED_LABEL = "com.personalagentproxy.sandbox.deleted";
  private static final String GENERATION_LABEL = "com.personalagentproxy.sandbox.generation";
  private static final String SINCE_LABEL = "com.personalagentproxy.sandbox.since";

  private final Engine engine;
  private final UUID installation;

  Tombstones(Engine engine, UUID installation) {
    this.engine = engine;
    this.installation = installation;
  }

  /** The highest generation at which that machine was deleted; 0 if it wasn't. */
  long highest(MachineId machine) {
    return engine
        .ask(
            "look for a deleted machine",
            Engine.USUAL,
            client ->
                client
                    .listVolumesCmd()
                    .withFilter("label", List.of(DELETED_LABEL + "=" + machine))
                    .exec())
        .getVolumes()
        .stream()
        .mapToLong(stone -> number(stone, GENERATION_LABEL).orElse(0))
        .max()
        .orElse(0);
  }

  /** Remembers a deletion; again, if need be. */
  void put(MachineId machine, Generation generation, Instant now) {
    String name = "sandbox.deleted.%s.%d".formatted(machine, generation.number());
    Map<String, String> labels =
        Map.of(
            DELETED_LABEL,
            machine.toString(),
            GENERATION_LABEL,
            Long.toString(generation.number()),
            SINCE_LABEL,
            Long.toString(now.getEpochSecond()),
            Containers.INSTALLATION_LABEL,
            installation.toString());
    engine.ask(
        "delete machine " + machine,
        Engine.USUAL,
        client -> client.createVolumeCmd().withName(name).withLabels(labels).exec());
  }

  /** Clears those of this installation that are old enough. */
  void clear(Instant now) {
    long latest = now.minus(KEPT).getEpochSecond();
    engine
        .ask(
            "look for deleted machines",
            Engine.USUAL,
            client ->
                client
                    .listVolumesCmd()
                    .withFilter(
                        "label", List.of(Containers.INSTALLATION_LABEL + "=" + installation))
                    .exec())
        .getVolumes()
        .stream()
        .filter(stone -> number(stone, SINCE_LABEL).orElse(Long.MAX_VALUE) < latest)
        .forEach(stone -> remove(stone.getName()));
  }

  private void remove(String name) {
    try {
      engine.ask(
          "forget a deleted machine",
          Engine.USUAL,
          client -> {
            client.removeVolumeCmd(name).exec();
            return true;
          });
    } catch (NotFoundException | ConflictException elsewhere) {
      // Another server was quicker, or somebody uses it.
    }
  }

  private static OptionalLong number(InspectVolumeResponse stone, String label) {
    Map<String, String> labels = stone.getLabels();
    String value = labels == null ? null : labels.get(label);
    try {
      return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException notOurs) {
      return OptionalLong.empty();
    }
  }
}
