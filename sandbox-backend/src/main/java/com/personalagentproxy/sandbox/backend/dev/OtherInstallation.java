package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The machines of an open folder for another installation than the one it was opened for. */
record OtherInstallation(DevMachines machines, UUID installation) implements MachineBackend {

  @Override
  public Isolation isolation() {
    return machines.isolation();
  }

  @Override
  public String description() {
    return machines.description();
  }

  @Override
  public List<Gap> gaps() {
    return machines.gaps();
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
  public Condition inspect(MachineId machine) {
    return machines.inspect(machine);
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    return machines.list(installation, after, limit);
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    return machines.run(machine, generation, command, stdout, stderr);
  }

  private KeptMachine kept(MachineId machine) {
    return machines.seen(machine).orElseThrow(() -> DevMachines.gone(machine));
  }
}
