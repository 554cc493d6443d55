package com.personalagentproxy.sandbox.simulation;

import static com.personalagentproxy.sandbox.simulation.Judge.must;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A backend that keeps its contract and takes its time. Commands are told by a word of their own,
 * which they print and leave on the machine's disk.
 */
final class SimulatedMachines implements MachineBackend {

  private static final Duration SLOWEST_MOVE = Duration.ofSeconds(2);

  private final Installation installation;
  private final Chance chance;
  private final Map<MachineId, Machine> machines = new LinkedHashMap<>();
  private final Map<MachineId, Machine> strayed = new LinkedHashMap<>();
  private final Map<MachineId, Generation> seen = new HashMap<>();
  private final Map<MachineId, Instant> seenSince = new HashMap<>();
  private final Map<String, Integer> ran = new HashMap<>();
  private final Set<MachineId> everLost = new LinkedHashSet<>();
  private @Nullable Judge judge;

  SimulatedMachines(Installation installation, Chance chance) {
    this.installation = installation;
    this.chance = chance;
  }

  /** A machine and its disk. */
  static final class Machine {
    final Signal free = new Signal();
    final List<Run> running = new ArrayList<>();

    /** The words of all commands that came to their end in it. */
    final Set<String> disk = new LinkedHashSet<>();

    /** The words of all commands that began in it. */
    final Set<String> begun = new LinkedHashSet<>();

    boolean isAwake = true;
    boolean isBusy;
  }

  /** A command that runs. */
  static final class Run {
    final Signal cut = new Signal();
    final String word;
    final Thread thread = Thread.currentThread();
    @Nullable String why;
    boolean isStopped;

    Run(String word) {
      this.word = word;
    }
  }

  void judgedBy(Judge other) {
    judge = other;
  }

  private Judge judge() {
    if (judge == null) {
      throw new IllegalStateException("Nobody judges these machines.");
    }
    return judge;
  }

  private Scheduler scheduler() {
    return installation.scheduler;
  }

  // What the world does to it.

  /** The host restarts: all are asleep, and what ran is lost. */
  void restart() {
    machines.values().forEach(machine -> fallsAsleep(machine, "The host was restarted."));
  }

  /** It forgets which generations it has seen of machines that are gone. */
  void forget() {
    seen.keySet().removeIf(id -> !machines.containsKey(id) && !strayed.containsKey(id));
  }

  /** It doesn't find one of its machines any more. */
  void loseOne() {
    List<MachineId> here = List.copyOf(machines.keySet());
    if (!here.isEmpty()) {
      MachineId id = chance.pick(here);
      Machine machine = machines.remove(id);
      everLost.add(id);
      if (machine != null) {
        fallsAsleep(machine, "The machine is gone.");
        strayed.put(id, machine);
      }
    }
  }

  /** It finds those again that it has lost. */
  void findAll() {
    strayed.forEach(machines::putIfAbsent);
    strayed.clear();
  }

  // What the judge asks.

  @Nullable Machine machine(MachineId id) {
    return machines.get(id);
  }

  Set<MachineId> all() {
    return machines.keySet();
  }

  boolean wasEverLost(MachineId id) {
    return everLost.contains(id);
  }

  boolean isStrayed(MachineId id) {
    return strayed.containsKey(id);
  }

  /** How often the command with this word was run. */
  int timesRun(String word) {
    return ran.getOrDefault(word, 0);
  }

  // The port.

  @Override
  public Isolation isolation() {
    return Isolation.NONE;
  }

  @Override
  public String description() {
    return "Machines of a simulation.";
  }

  @Override
  public void make(MachineId id, Generation generation) {
    move(
        id,
        generation,
        () -> {
          if (!machines.containsKey(id)) {
            judge().moves.makes(id);
            machines.put(id, new Machine());
          }
          present(id).isAwake = true;
        });
  }

  @Override
  public void wake(MachineId id, Generation generation) {
    move(id, generation, () -> present(id).isAwake = true);
  }

  @Override
  public void sleep(MachineId id, Generation generation) {
    move(
        id,
        generation,
        () -> {
          judge().moves.sleeps(id, present(id));
          fallsAsleep(present(id), "The machine was put to sleep.");
        });
  }

  @Override
  public void delete(MachineId id, Generation generation) {
    move(
        id,
        generation,
        () -> {
          Machine machine = machines.remove(id);
          if (machine != null) {
            judge().moves.deletes(id);
            fallsAsleep(machine, "The machine was deleted.");
          }
        });
  }

  @Override
  public Condition inspect(MachineId id) {
    Machine machine = machines.get(id);
    if (machine == null) {
      return Condition.ABSENT;
    }
    return machine.isAwake ? Condition.AWAKE : Condition.ASLEEP;
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    return machines.entrySet().stream()
        .filter(each -> after == null || each.getKey().compareTo(after) > 0)
        .sorted(Map.Entry.comparingByKey())
        .limit(limit)
        .map(
            each ->
                new Listed(
                    each.getKey(),
                    seen.getOrDefault(each.getKey(), Generation.FIRST),
                    each.getValue().isAwake ? Condition.AWAKE : Condition.ASLEEP,
                    seenSince.getOrDefault(each.getKey(), installation.now())))
        .toList();
  }

  /** Whoever's thread was interrupted finds out. */
  void interruptedAreCut() {
    for (Machine machine : machines.values()) {
      for (Run run : machine.running) {
        if (run.thread.isInterrupted()) {
          run.isStopped = true;
          scheduler().raise(run.cut);
        }
      }
    }
  }

  @Override
  public Outcome run(
      MachineId id, Generation generation, Command command, OutputSink stdout, OutputSink stderr) {
    if (Thread.currentThread().isInterrupted()) {
      throw new BackendException.Failed("It was interrupted before it began.", null);
    }
    see(id, generation);
    Machine machine = present(id);
    if (!machine.isAwake) {
      throw new BackendException.MachineAsleep(id);
    }
    Run run = new Run(command.line());
    ran.merge(run.word, 1, Integer::sum);
    must(
        machine.begun.add(run.word), "The command %s ran twice in machine %s (X11).", run.word, id);
    judge().commands.runs(id, machine, run);
    machine.running.add(run);
    boolean timesOut = chance.oneIn(12);
    Duration lasts =
        timesOut
            ? command.timeout()
            : chance.between(
                Duration.ZERO, chance.oneIn(4) ? command.timeout() : Duration.ofSeconds(2));
    try {
      scheduler().await(run.cut, lasts);
    } catch (Life.Killed serverIsGone) {
      scheduler()
          .start(
              "a command goes on",
              null,
              () -> {
                scheduler().await(run.cut, lasts);
                ends(id, machine, run, timesOut);
              });
      throw serverIsGone;
    }
    Outcome outcome = ends(id, machine, run, timesOut);
    byte[] printed = run.word.getBytes(StandardCharsets.UTF_8);
    stdout.accept(printed, 0, printed.length);
    return outcome;
  }

  private Outcome ends(MachineId id, Machine machine, Run run, boolean timesOut) {
    judge().commands.ended(id, run);
    machine.running.remove(run);
    if (run.why != null) {
      return new Outcome.Lost(run.why);
    }
    if (run.isStopped) {
      return new Outcome.Signalled("TERM");
    }
    machine.disk.add(run.word);
    return timesOut ? new Outcome.TimedOut() : new Outcome.Exited(0);
  }

  private void move(MachineId id, Generation generation, Runnable deed) {
    see(id, generation);
    Machine machine = machines.get(id);
    while (machine != null && machine.isBusy) {
      scheduler().await(machine.free, SLOWEST_MOVE);
      machine = machines.get(id);
    }
    see(id, generation);
    if (machine == null) {
      deed.run();
      return;
    }
    machine.isBusy = true;
    try {
      scheduler()
          .sleep(chance.between(Duration.ZERO, chance.oneIn(3) ? SLOWEST_MOVE : Duration.ZERO));
      see(id, generation);
      deed.run();
    } finally {
      machine.isBusy = false;
      scheduler().raise(machine.free);
    }
  }

  private void see(MachineId id, Generation generation) {
    Generation highest = seen.getOrDefault(id, Generation.FIRST);
    if (generation.compareTo(highest) < 0) {
      throw new BackendException.StaleGeneration(id, generation, highest);
    }
    if (!generation.equals(seen.put(id, generation))) {
      seenSince.put(id, installation.now());
    }
  }

  private Machine present(MachineId id) {
    Machine machine = machines.get(id);
    if (machine == null) {
      throw new BackendException.MachineGone(id);
    }
    return machine;
  }

  private void fallsAsleep(Machine machine, String why) {
    machine.isAwake = false;
    for (Run run : machine.running) {
      run.why = why;
      scheduler().raise(run.cut);
    }
  }
}
