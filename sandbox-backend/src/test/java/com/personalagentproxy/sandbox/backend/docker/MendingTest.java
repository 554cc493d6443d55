package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.github.dockerjava.api.model.HostConfig;
import com.personalagentproxy.sandbox.backend.docker.MachineName.Course;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineBackend.Listed;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A machine whose container the engine can't start any more, on a real engine. */
@Tag("once")
class MendingTest {

  private static DockerAddress address;

  private final UUID installation = UUID.randomUUID();
  private final MachineId machine = MachineBackendContract.unknown();
  private Engine engine;
  private DockerMachines machines;
  private Containers containers;
  private Mending mending;

  @BeforeAll
  static void findTheEngine() {
    address = TestEngine.address();
  }

  @BeforeEach
  void makeAMachineThatSleeps() {
    engine = Engine.at(address.engine());
    machines = DockerMachines.open(address, installation);
    NewContainer form = new NewContainer(address, installation, NewContainer.UNUSED_FOR);
    containers = new Containers(engine, form);
    mending = new Mending(engine, containers, form);
    machines.make(machine, at(1));
    run(1, "echo kept >file; echo outside >/opt/file; mkdir -m 700 shut");
    machines.sleep(machine, at(2));
  }

  @AfterEach
  void clear() throws IOException {
    machines.close();
    TestEngine.clear(address, installation);
    engine.close();
  }

  private static Generation at(long number) {
    return new Generation(number);
  }

  private Trial run(long generation, String line) {
    return Trial.of(
        machines, machine, at(generation), new Command(line, null, null, Duration.ofSeconds(60)));
  }

  /** Raised by a wake, whose start fails. */
  private MachineName raised() {
    MachineName name =
        containers
            .find(machine)
            .orElseThrow()
            .named(installation, at(3), Course.AWAKE, engine::now);
    assertThat(containers.rename(containers.find(machine).orElseThrow().name(), name)).isTrue();
    return name;
  }

  private List<String> left() {
    return containers.of(machine).stream().map(Found::name).toList();
  }

  private int images() {
    return engine
        .ask(
            "look",
            Engine.USUAL,
            client ->
                client
                    .listImagesCmd()
                    .withShowAll(true)
                    .withLabelFilter(Map.of(Containers.MACHINE_LABEL, machine.toString()))
                    .exec())
        .size();
  }

  private HostConfig limits() {
    return engine
        .ask(
            "look",
            Engine.USUAL,
            client -> client.inspectContainerCmd(TestEngine.container(engine, machine)).exec())
        .getHostConfig();
  }

  @Test
  void anotherTakesItsPlaceWithItsFilesItsLimitsAndItsGeneration() {
    HostConfig before = limits();
    String old = TestEngine.container(engine, machine);
    MachineName name = raised();

    mending.mend(name);

    assertThat(machines.list(null, 9))
        .extracting(Listed::machine, Listed::seen, Listed::condition)
        .containsExactly(tuple(machine, at(3), Condition.ASLEEP));
    machines.wake(machine, at(3));
    assertThat(run(3, "cat file /opt/file; stat -c %a shut").text())
        .isEqualTo("kept\noutside\n700\n");
    assertThat(left()).containsExactly(name.toString());
    assertThat(TestEngine.container(engine, machine)).isNotEqualTo(old);
    assertThat(limits()).usingRecursiveComparison().ignoringFields("volumesFrom").isEqualTo(before);
  }

  @Test
  void nothingIsLeftOfItWhenTheMachineIsDeletedThoughItWasMendedTwice() {
    mending.mend(raised());
    machines.wake(machine, at(3));
    run(3, "echo more >>file");
    machines.sleep(machine, at(3));
    mending.mend(raised());
    machines.wake(machine, at(4));
    assertThat(run(4, "cat file").text()).isEqualTo("kept\nmore\n");

    machines.delete(machine, at(5));

    assertThat(left()).isEmpty();
    assertThat(images()).isZero();
  }

  /** An image that somebody made of a machine has its labels. */
  @Test
  void whatSomebodyMadeOfAMachineIsLeftAlone() {
    mending.mend(raised());
    String copy = "copy-" + machine;
    String running =
        engine.ask(
            "copy",
            Duration.ofMinutes(2),
            client -> {
              client.commitCmd(TestEngine.container(engine, machine)).withRepository(copy).exec();
              String made = client.createContainerCmd(copy).exec().getId();
              client.startContainerCmd(made).exec();
              return made;
            });
    try {
      machines.delete(machine, at(5));

      assertThat(machines.inspect(machine)).isEqualTo(Condition.ABSENT);
      assertThat(containers.isRunning(running)).isTrue();
      assertThat(images()).isPositive();
    } finally {
      engine.ask(
          "clear",
          Duration.ofMinutes(2),
          client -> {
            client.removeContainerCmd(running).withForce(true).exec();
            client.removeImageCmd(copy).withForce(true).exec();
            return true;
          });
    }
    assertThat(images()).isZero();
  }

  @Test
  void aMoveThatComesBetweenHasTheMachineAsItWas() {
    MachineName name = raised();
    machines.wake(machine, at(7));

    mending.mend(name);

    assertThat(run(7, "cat file").outcome()).isEqualTo(new Outcome.Exited(0));
    assertThat(machines.list(null, 9)).extracting(Listed::seen).containsExactly(at(7));
    machines.delete(machine, at(8));
    assertThat(left()).isEmpty();
    assertThat(images()).isZero();
  }

  @Test
  void whoeverIsKilledWhileMendingHasLostNothing() {
    MachineName name = raised();
    mending.mend(name);
    // As if it had come no further than to say that the old one gives way.
    engine.ask(
        "rename",
        Engine.USUAL,
        client ->
            client.renameContainerCmd(name.toString()).withName(MachineName.mending(machine)).exec()
                == null);

    assertThat(machines.inspect(machine)).isEqualTo(Condition.ASLEEP);
    machines.wake(machine, at(4));
    assertThat(run(4, "cat file").text()).isEqualTo("kept\n");
    machines.delete(machine, at(5));
    assertThat(left()).isEmpty();
    assertThat(images()).isZero();
  }
}
