package com.personalagentproxy.sandbox.web.protocol;

import com.personalagentproxy.sandbox.backend.protocol.ProtocolMachines;
import com.personalagentproxy.sandbox.machine.CommandEndContract;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What every backend promises is kept over the protocol: client, server, machines of dev. */
class OfferedMachinesTest implements CommandEndContract {

  @TempDir Path data;
  private OfferedMachines offered;
  private final Set<MachineId> made = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void offer() {
    offered = new OfferedMachines(data.resolve("machines"));
  }

  @AfterEach
  void close() {
    made.forEach(machine -> offered.machines.delete(machine, new Generation(1_000_000)));
    offered.close();
  }

  @Override
  public MachineBackend backend() {
    return offered.machines;
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
}
