package com.example.proxy;

import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackendContract;

class ProxyMachinesTest implements MachineBackendContract {

  private final MachineBackend machines = new ProxyMachines();

  @Override
  public MachineBackend backend() {
    return machines;
  }
}
