package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.machine.ForwardingBackend;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The machines of an open folder for another installation than the one it was opened for. */
final class OtherInstallation extends ForwardingBackend {

  private final DevMachines machines;
  private final UUID installation;

  OtherInstallation(DevMachines machines, UUID installation) {
    super(machines);
    this.machines = machines;
    this.installation = installation;
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    machines.known(machine).make(installation, generation);
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    kept(machine).wake(installation, generation);
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    kept(machine).sleep(installation, generation);
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    machines.known(machine).delete(installation, generation);
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    return machines.list(installation, after, limit);
  }

  private KeptMachine kept(MachineId machine) {
    return machines.seen(machine).orElseThrow(() -> DevMachines.gone(machine));
  }
}
