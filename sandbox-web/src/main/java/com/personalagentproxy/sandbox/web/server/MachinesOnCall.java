package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.ForwardingBackend;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The machines of one installation, whose backend is open while a call is under way, and closed
 * between two calls if others need the room.
 */
final class MachinesOnCall extends ForwardingBackend {

  private static final String FULL =
      "The service has calls under way for as many installations as it can have at once, and this one was not begun. Try again in a few seconds.";

  private final BackendForEach backends;
  private final UUID installation;

  /**
   * @param introduced says what all of them say of themselves
   */
  MachinesOnCall(MachineBackend introduced, BackendForEach backends, UUID installation) {
    super(introduced);
    this.backends = backends;
    this.installation = installation;
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    move(machines -> machines.make(machine, generation));
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    move(machines -> machines.wake(machine, generation));
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    move(machines -> machines.sleep(machine, generation));
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    move(machines -> machines.delete(machine, generation));
  }

  @Override
  public Condition inspect(MachineId machine) {
    return look(machines -> machines.inspect(machine));
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    return look(machines -> machines.list(after, limit));
  }

  /** Refused as one that was not run. */
  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    return backends
        .call(installation, machines -> machines.run(machine, generation, command, stdout, stderr))
        .orElseThrow(() -> new BackendException.Failed(FULL, null));
  }

  private void move(Consumer<MachineBackend> move) {
    boolean unused =
        look(
            machines -> {
              move.accept(machines);
              return true;
            });
  }

  private <T> T look(Function<MachineBackend, T> look) {
    return backends
        .call(installation, look)
        .orElseThrow(() -> new BackendException.Unreachable(FULL, null));
  }
}
