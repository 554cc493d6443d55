package com.personalagentproxy.sandbox.backend.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What keeps a container running, on a real engine. */
@Tag("once")
class KeeperTest {

  private static final Duration UNUSED_FOR = Duration.ofSeconds(2);

  private final DockerAddress address = TestEngine.address();
  private final UUID installation = UUID.randomUUID();
  private final MachineId machine = MachineBackendContract.unknown();
  private Engine engine;
  private Containers containers;
  private String container;

  @BeforeEach
  void startAContainer() {
    engine = Engine.at(address.engine());
    containers = new Containers(engine, new NewContainer(address, installation, UNUSED_FOR));
    containers.create(machine);
    container = TestEngine.container(engine, machine);
    assertThat(containers.start(container)).isEqualTo(Containers.Start.DONE);
  }

  @AfterEach
  void clear() throws IOException {
    containers.remove(container);
    TestEngine.clear(address, installation);
    engine.close();
  }

  @Test
  void oneInWhichNoLaneIsEverOpenedEnds() throws InterruptedException {
    long latest = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (containers.isRunning(container)) {
      assertThat(System.nanoTime()).as("it runs yet").isLessThan(latest);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  @Test
  void oneThatHadALaneStaysThoughNothingRunsInIt() throws Exception {
    Lane.open(new Execs(engine, address.user()), container, one -> {}, one -> {}, one -> {})
        .close();

    long latest = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (processes().noneMatch(line -> line.endsWith("sleep 86400"))) {
      assertThat(System.nanoTime()).as("it doesn't go on to wait").isLessThan(latest);
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(containers.isRunning(container)).isTrue();
  }

  private Stream<String> processes() {
    return Stream.of(
            engine
                .ask("look", Engine.USUAL, client -> client.topContainerCmd(container).exec())
                .getProcesses())
        .map(columns -> columns[columns.length - 1]);
  }
}
