package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes every call on; what breaks a rule overrides one. */
class Passing implements MachineBackend {

  final MachineBackend to;

  Passing(MachineBackend to) {
    this.to = to;
  }

  @Override
  public Isolation isolation() {
    return to.isolation();
  }

  @Override
  public String description() {
    return to.description();
  }

  @Override
  public List<Gap> gaps() {
    return to.gaps();
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    to.make(machine, generation);
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    to.wake(machine, generation);
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    to.sleep(machine, generation);
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    to.delete(machine, generation);
  }

  @Override
  public Condition inspect(MachineId machine) {
    return to.inspect(machine);
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    return to.list(after, limit);
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    return to.run(machine, generation, command, stdout, stderr);
  }

  /** Runs something that no check asked for. */
  final void runAside(MachineId machine, Generation generation, String line) {
    to.run(machine, generation, Broken.line(line), (b, o, l) -> {}, (b, o, l) -> {});
  }
}
