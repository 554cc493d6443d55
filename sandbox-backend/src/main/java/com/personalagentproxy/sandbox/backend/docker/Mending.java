package com.personalagentproxy.sandbox.backend.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.VolumesFrom;
import com.personalagentproxy.sandbox.backend.docker.MachineName.Course;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.Objects;

/**
 * Gives what a container keeps to another, since the engine can't start it any more: one that was
 * killed while it started it takes it for started, and for stopped too. The other is made first, of
 * an image of what is kept, under a name by which nobody finds it; then the old one says by its
 * name that it gives way, from the name that was seen; then the other takes that name. So whoever
 * is killed between has lost nothing, and another move that comes between has it as it was.
 */
final class Mending {

  /** What images of machines' files are called; the tag is the machine. */
  private static final String REPOSITORY = "sandbox.mended";

  /** All that a machine keeps is copied, or removed. */
  private static final Duration COPYING = Duration.ofSeconds(80);

  private final Engine engine;
  private final Containers containers;
  private final NewContainer form;

  Mending(Engine engine, Containers containers, NewContainer form) {
    this.engine = engine;
    this.containers = containers;
    this.form = form;
  }

  /** Mends the machine whose container has that name, unless another move comes between. */
  void mend(MachineName name) {
    MachineId machine = name.machine();
    removeCopies(machine);
    try {
      String made =
          engine.ask("mend machine " + machine, COPYING, client -> copy(client, machine, name));
      if (containers.rename(name.toString(), name.on(Course.STUCK))) {
        containers.rename(MachineName.mending(machine), name);
      } else {
        containers.removeAlone(made);
      }
    } catch (NotFoundException | ConflictException overtaken) {
      // Whoever looks next finds how things are.
    }
  }

  private String copy(DockerClient client, MachineId machine, MachineName name) {
    InspectContainerResponse old = client.inspectContainerCmd(name.toString()).exec();
    String image =
        client.commitCmd(old.getId()).withRepository(REPOSITORY).withTag(machine.toString()).exec();
    HostConfig limits =
        Objects.requireNonNull(old.getHostConfig()).withVolumesFrom(new VolumesFrom(old.getId()));
    return form.mending(client, machine, image, limits).exec().getId();
  }

  private void removeCopies(MachineId machine) {
    containers.of(machine).stream()
        .filter(each -> Found.name(each).equals(MachineName.mending(machine)))
        .forEach(each -> containers.removeAlone(each.getId()));
  }

  /**
   * Removes what mending has left of a machine that is gone: the image by its name, and with it
   * those it was made of. Others that bear the machine's mark are somebody's own copies.
   */
  void clear(MachineId machine) {
    removeCopies(machine);
    try {
      engine.ask(
          "delete what is left of machine " + machine,
          COPYING,
          client -> {
            client.removeImageCmd(REPOSITORY + ":" + machine).withForce(true).exec();
            return true;
          });
    } catch (NotFoundException | ConflictException neverMendedOrSomebodyUsesIt) {
      // There is nothing that is only ours.
    }
  }
}
