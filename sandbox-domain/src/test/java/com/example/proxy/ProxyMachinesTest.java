package com.example.proxy;

import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.UUID;

class ProxyMachinesTest implements MachineBackendContract {

  private final ProxyMachines machines = new ProxyMachines("proxy");

  @Override
  public MachineBackend backend() {
    return machines;
  }

  @Override
  public MachineId madeByAnother() {
    MachineId theirs = new MachineId(UUID.randomUUID());
    machines.as("another").make(theirs, Generation.FIRST);
    return theirs;
  }
}
