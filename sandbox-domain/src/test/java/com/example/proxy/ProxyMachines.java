package com.example.proxy;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Stands in for a real backend: its machines are only remembered, and their one command echoes. */
final class ProxyMachines implements MachineBackend {

  /** How a machine is, and the highest generation it was told. Kept when it is gone, too. */
  private record Machine(Generation seen, Condition condition, Instant since, String mark) {}

  private final Map<MachineId, Machine> machines;
  private final String mark;

  /** Machines of the installation with that mark. */
  ProxyMachines(String mark) {
    this(mark, new ConcurrentHashMap<>());
  }

  private ProxyMachines(String mark, Map<MachineId, Machine> machines) {
    this.mark = mark;
    this.machines = machines;
  }

  /** The same backend as another installation has it. */
  ProxyMachines as(String otherMark) {
    return new ProxyMachines(otherMark, machines);
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    change(machine, generation, Condition.AWAKE);
  }

  @Override
  public synchronized void wake(MachineId machine, Generation generation) {
    there(machine, generation);
    change(machine, generation, Condition.AWAKE);
  }

  @Override
  public synchronized void sleep(MachineId machine, Generation generation) {
    there(machine, generation);
    change(machine, generation, Condition.ASLEEP);
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    change(machine, generation, Condition.ABSENT);
  }

  @Override
  public synchronized Condition inspect(MachineId machine) {
    Machine known = machines.get(machine);
    return known == null ? Condition.ABSENT : known.condition();
  }

  @Override
  public List<Listed> list(MachineId after, int limit) {
    return machines.entrySet().stream()
        .filter(each -> each.getValue().mark().equals(mark))
        .filter(each -> each.getValue().condition() != Condition.ABSENT)
        .filter(each -> after == null || each.getKey().compareTo(after) > 0)
        .sorted(Map.Entry.comparingByKey())
        .limit(limit)
        .map(each -> listed(each.getKey(), each.getValue()))
        .toList();
  }

  private static Listed listed(MachineId machine, Machine known) {
    return new Listed(machine, known.seen(), known.condition(), known.since());
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    if (there(machine, generation) == Condition.ASLEEP) {
      throw new BackendException.MachineAsleep(machine);
    }
    byte[] echo = (command.line() + "\n").getBytes(StandardCharsets.UTF_8);
    stdout.accept(echo, 0, echo.length);
    return new Outcome.Exited(0);
  }

  private synchronized void change(MachineId machine, Generation generation, Condition to) {
    notStale(machine, generation);
    Machine known = machines.get(machine);
    Instant since =
        known != null && known.seen().equals(generation) ? known.since() : Instant.now();
    machines.put(machine, new Machine(generation, to, since, mark));
  }

  private synchronized Condition there(MachineId machine, Generation generation) {
    notStale(machine, generation);
    if (inspect(machine) == Condition.ABSENT) {
      throw new BackendException.MachineGone(machine);
    }
    return inspect(machine);
  }

  /** A call that comes late changes nothing (M2). */
  private void notStale(MachineId machine, Generation asked) {
    Machine known = machines.get(machine);
    if (known != null && asked.compareTo(known.seen()) < 0) {
      throw new BackendException.StaleGeneration(machine, asked, known.seen());
    }
  }

  @Override
  public Isolation isolation() {
    return Isolation.NONE;
  }

  @Override
  public String description() {
    return "Machines that are only remembered, and whose one command echoes.";
  }
}
