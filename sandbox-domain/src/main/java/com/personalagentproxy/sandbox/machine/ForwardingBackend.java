package com.personalagentproxy.sandbox.machine;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A backend in front of another, for who measures, records or restricts: whatever isn't overridden
 * goes to the other one as it comes, and so do its answers and exceptions. As safe for use by many
 * threads as the other one is.
 */
public abstract class ForwardingBackend implements MachineBackend {

  private final MachineBackend to;

  /** In front of that one. */
  protected ForwardingBackend(MachineBackend to) {
    this.to = to;
  }

  @Override
  public boolean isThere() {
    return to.isThere();
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
}
