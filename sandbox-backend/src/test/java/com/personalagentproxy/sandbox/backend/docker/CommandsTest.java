package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a server keeps of machines in which it has run commands, on a real engine. */
@Tag("once")
class CommandsTest {

  private final UUID installation = UUID.randomUUID();
  private final MachineId machine = MachineBackendContract.unknown();

  @Test
  void aMachineThatAnotherServerDeletesIsForgotten() throws Exception {
    DockerAddress address = TestEngine.address();
    try (Engine engine = Engine.at(address.engine());
        DockerMachines another = DockerMachines.open(address, installation);
        Commands commands = commands(engine, address)) {
      another.make(machine, Generation.FIRST);
      Command command = new Command("true", null, null, Duration.ofMinutes(1));
      assertThat(
              commands.run(
                  machine,
                  Generation.FIRST,
                  command,
                  (buffer, offset, length) -> {},
                  (buffer, offset, length) -> {}))
          .isEqualTo(new Outcome.Exited(0));
      commands.closeIdle(Duration.ZERO);
      assertThat(commands.size()).isOne();

      another.delete(machine, new Generation(2));

      long latest = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (commands.size() > 0 && System.nanoTime() < latest) {
        TimeUnit.MILLISECONDS.sleep(20);
        commands.closeIdle(Duration.ZERO);
      }
      assertThat(commands.size()).isZero();
    } finally {
      TestEngine.clear(address, installation);
    }
  }

  /** What runs in a machine may say for a lane that it is free, as often as it likes. */
  @Test
  void aLaneThatGetsFreeTwiceIsOneLane() throws Exception {
    DockerAddress address = TestEngine.address();
    try (Engine engine = Engine.at(address.engine());
        DockerMachines machines = DockerMachines.open(address, installation)) {
      machines.make(machine, Generation.FIRST);
      try (Lanes lanes =
          new Lanes(
              new Execs(engine, address.user()),
              machine,
              TestEngine.container(engine, machine),
              engine.threads())) {
        Lane lane = lanes.await();
        lanes.giveBack(lane);
        lanes.giveBack(lane);
        assertThat(lanes.free()).contains(lane);
        assertThat(lanes.free()).isEmpty();
      }
    } finally {
      TestEngine.clear(address, installation);
    }
  }

  /** It may be another shell by now, and print without end. */
  @Test
  void ofWhatAShellSaysThatEndsProcessesOnlyAFewBytesAreKept() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    byte[] much = new byte[1 << 16];
    Frames.Stream words = Execs.words(said);
    for (int time = 0; time < 9; time++) {
      words.feed(much, 0, much.length);
    }
    assertThat(said.size()).isLessThan(100);
  }

  private Commands commands(Engine engine, DockerAddress address) {
    NewContainer form = new NewContainer(address, installation, NewContainer.UNUSED_FOR);
    Containers containers = new Containers(engine, form);
    Moves moves =
        new Moves(
            engine,
            containers,
            new Tombstones(engine, installation),
            new Image(engine, address.image()),
            new Mending(engine, containers, form),
            installation);
    return new Commands(engine, containers, moves, new Execs(engine, address.user()));
  }
}
