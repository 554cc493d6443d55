package com.personalagentproxy.sandbox.web.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.machine.CommandEndContract;
import com.personalagentproxy.sandbox.machine.Crowd;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every backend promises is kept over the protocol: client, server, machines of dev. One
 * server is asked by an installation of its own for each test.
 */
class OfferedMachinesTest implements CommandEndContract {

  @TempDir private static Path data;
  private static OfferedMachines offered;

  private ProtocolMachines machines;
  private final Set<MachineId> made = ConcurrentHashMap.newKeySet();

  @BeforeAll
  static void offer() {
    offered = new OfferedMachines(data.resolve("machines"));
  }

  @AfterAll
  static void close() {
    offered.close();
  }

  @BeforeEach
  void comeAsAnInstallation() {
    machines = offered.open(UUID.randomUUID());
  }

  @AfterEach
  void deleteAll() {
    made.forEach(machine -> machines.delete(machine, new Generation(1_000_000)));
    machines.close();
  }

  @Override
  public MachineBackend backend() {
    return machines;
  }

  @Override
  public MachineId made() {
    MachineId machine = CommandEndContract.super.made();
    made.add(machine);
    return machine;
  }

  @Override
  public MachineId madeByAnother() {
    MachineId machine = MachineBackendContract.unknown();
    try (ProtocolMachines another = offered.open(UUID.randomUUID())) {
      another.make(machine, Generation.FIRST);
    }
    made.add(machine);
    return machine;
  }

  /** And they leave nothing behind in this process, which is the callers' and the server's. */
  @Test
  @Override
  public void aThousandQuickCommandsEachHaveTheirOwnEnd() {
    MachineId machine = made();
    // Connections, threads and classes come with the first ones.
    Crowd.of(4).each(number -> run(machine, "true"));
    long descriptors = descriptors();
    int threads = Thread.activeCount();

    CommandEndContract.super.aThousandQuickCommandsEachHaveTheirOwnEnd();

    assertThat(descriptors()).isLessThan(descriptors + 20);
    assertThat(Thread.activeCount()).isLessThan(threads + 20);
  }

  private static long descriptors() {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
