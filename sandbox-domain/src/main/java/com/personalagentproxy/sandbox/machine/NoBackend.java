package com.personalagentproxy.sandbox.machine;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands in where no backend is set: it keeps no machines, so sandboxes aren't offered (C6),
 * and nothing kept is touched.
 */
public final class NoBackend implements MachineBackend {

  /** Keeps nothing; one is as good as another. */
  public NoBackend() {}

  @Override
  public boolean isThere() {
    return false;
  }

  @Override
  public Isolation isolation() {
    return Isolation.NONE;
  }

  @Override
  public String description() {
    return "No backend is set, so no sandboxes are offered.";
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    throw notThere();
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    throw notThere();
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    throw notThere();
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    throw notThere();
  }

  @Override
  public Condition inspect(MachineId machine) {
    throw notThere();
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    throw notThere();
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    throw notThere();
  }

  private BackendException notThere() {
    return new BackendException.Unreachable(description(), null);
  }
}
