package com.personalagentproxy.sandbox.machine;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputSink;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Machines that are only remembered. A test says what their commands print, makes calls fail, hang
 * or lose their answer, and asks which calls came. Safe for use by many threads.
 */
public final class InMemoryMachines implements MachineBackend {

  /** What may be asked of the backend. */
  public enum Verb {
    MAKE,
    WAKE,
    SLEEP,
    DELETE,
    INSPECT,
    LIST,
    RUN
  }

  /**
   * A call that came, whatever became of it. An {@code INSPECT} has no generation, and a {@code
   * LIST} no machine either.
   */
  public record Call(Verb verb, @Nullable MachineId machine, @Nullable Generation generation) {}

  /** What a command prints and how it ends. */
  public record Ran(String stdout, String stderr, Outcome outcome) {

    public static Ran printing(String stdout) {
      return new Ran(stdout, "", new Outcome.Exited(0));
    }

    public static Ran ending(Outcome outcome) {
      return new Ran("", "", outcome);
    }
  }

  /**
   * Says what a command comes to, on a thread of its own; the command runs for as long as this
   * takes.
   */
  @FunctionalInterface
  public interface Script {
    Ran run(MachineId machine, Command command);
  }

  private record Kept(
      Generation seen,
      Instant since,
      Condition condition,
      boolean isMarked,
      Set<CompletableFuture<Ran>> running) {

    Kept in(Condition other, Set<CompletableFuture<Ran>> commands) {
      return new Kept(seen, since, other, isMarked, commands);
    }
  }

  private final InstantSource clock;
  private final SortedMap<MachineId, Kept> kept = new TreeMap<>();
  private final List<Call> calls = new ArrayList<>();
  private final Mishaps<Verb> mishaps = new Mishaps<>();
  private final Map<Verb, Runnable> firsts = new ConcurrentHashMap<>();
  private Script script = (machine, command) -> Ran.printing("");

  /** With the time of this computer. */
  public InMemoryMachines() {
    this(InstantSource.system());
  }

  /** With a clock that says since when machines are as they are. */
  public InMemoryMachines(InstantSource clock) {
    this.clock = clock;
  }

  /** What commands come to from now on; until told, they print nothing and exit with 0. */
  public synchronized void runs(Script commands) {
    script = commands;
  }

  /** Each call of the verb does this first, from now on. */
  public void beforeEach(Verb verb, Runnable what) {
    firsts.put(verb, what);
  }

  /** The next call of the verb does nothing and throws {@link BackendException.Failed}. */
  public void failNext(Verb verb) {
    mishaps.before(
        verb,
        () -> {
          throw new BackendException.Failed("The backend was told to fail.", null);
        });
  }

  /** The next call of the verb never arrives: nothing is done, and no answer comes. */
  public void loseNextCall(Verb verb) {
    mishaps.before(verb, InMemoryMachines::noAnswer);
  }

  /** The next call of the verb is done, but its answer is lost. */
  public void loseNextAnswer(Verb verb) {
    mishaps.after(verb, InMemoryMachines::noAnswer);
  }

  /** The next call of the verb stops at the gate before anything is done. */
  public Gate blockNext(Verb verb) {
    Gate gate = new Gate();
    mishaps.before(verb, gate::pass);
    return gate;
  }

  /** The next call of the verb stops at the gate, then does nothing and fails. */
  public Gate blockAndFailNext(Verb verb) {
    Gate gate = new Gate();
    mishaps.before(
        verb,
        () -> {
          gate.pass();
          throw new BackendException.Failed("The backend was told to fail.", null);
        });
    return gate;
  }

  /** The next call of the verb is done, and its answer stops at the gate. */
  public Gate blockNextAnswer(Verb verb) {
    Gate gate = new Gate();
    mishaps.after(verb, gate::pass);
    return gate;
  }

  /** The host was restarted: every machine is asleep, and what ran in it is lost. */
  public synchronized void restart() {
    kept.replaceAll(
        (machine, was) -> was.condition() == Condition.AWAKE ? ended(was, Condition.ASLEEP) : was);
  }

  /** The machine and its files are gone, and nobody asked for it. */
  public synchronized void lose(MachineId machine) {
    kept.computeIfPresent(machine, (id, was) -> ended(was, Condition.ABSENT));
  }

  /** A machine that was lost is there again, asleep and with its files. */
  public synchronized void giveBack(MachineId machine) {
    kept.computeIfPresent(machine, (id, was) -> was.in(Condition.ASLEEP, was.running()));
  }

  /** The machine is awake, and nobody asked for it. */
  public synchronized void startUnasked(MachineId machine) {
    kept.computeIfPresent(machine, (id, was) -> was.in(Condition.AWAKE, was.running()));
  }

  /** Another installation makes a machine here, with its own mark on it. */
  public synchronized MachineId madeByAnother() {
    MachineId machine = new MachineId(UUID.randomUUID());
    kept.put(
        machine,
        new Kept(Generation.FIRST, clock.instant(), Condition.AWAKE, false, new HashSet<>()));
    return machine;
  }

  /** The machines that are there, awake or asleep. */
  public synchronized Set<MachineId> machines() {
    return kept.entrySet().stream()
        .filter(entry -> entry.getValue().condition() != Condition.ABSENT)
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Every call that came, in order. */
  public synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  /** How many calls of the verb came. */
  public synchronized int calls(Verb verb) {
    return (int) calls.stream().filter(call -> call.verb() == verb).count();
  }

  @Override
  public Isolation isolation() {
    return Isolation.NONE;
  }

  @Override
  public String description() {
    return "Machines that are only remembered, for tests.";
  }

  @Override
  public void make(MachineId machine, Generation generation) {
    change(Verb.MAKE, machine, generation, was -> was.in(Condition.AWAKE, was.running()));
  }

  @Override
  public void wake(MachineId machine, Generation generation) {
    change(
        Verb.WAKE,
        machine,
        generation,
        was -> there(machine, was).in(Condition.AWAKE, was.running()));
  }

  @Override
  public void sleep(MachineId machine, Generation generation) {
    change(Verb.SLEEP, machine, generation, was -> ended(there(machine, was), Condition.ASLEEP));
  }

  @Override
  public void delete(MachineId machine, Generation generation) {
    change(Verb.DELETE, machine, generation, was -> ended(was, Condition.ABSENT));
  }

  @Override
  public Condition inspect(MachineId machine) {
    Mishaps.Mishap mishap = arrive(Verb.INSPECT, machine, null);
    mishap.before().run();
    Condition condition = keptOf(machine).condition();
    mishap.after().run();
    return condition;
  }

  @Override
  public List<Listed> list(@Nullable MachineId after, int limit) {
    Mishaps.Mishap mishap = arrive(Verb.LIST, null, null);
    mishap.before().run();
    List<Listed> page = page(after, limit);
    mishap.after().run();
    return page;
  }

  private synchronized List<Listed> page(@Nullable MachineId after, int limit) {
    return kept.entrySet().stream()
        .filter(entry -> after == null || entry.getKey().compareTo(after) > 0)
        .filter(entry -> entry.getValue().isMarked())
        .filter(entry -> entry.getValue().condition() != Condition.ABSENT)
        .limit(limit)
        .map(entry -> listed(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static Listed listed(MachineId machine, Kept now) {
    return new Listed(machine, now.seen(), now.condition(), now.since());
  }

  @Override
  public Outcome run(
      MachineId machine,
      Generation generation,
      Command command,
      OutputSink stdout,
      OutputSink stderr) {
    Mishaps.Mishap mishap = arrive(Verb.RUN, machine, generation);
    mishap.before().run();
    Ran ran = await(start(machine, generation, command));
    print(ran.stdout(), stdout);
    print(ran.stderr(), stderr);
    mishap.after().run();
    return ran.outcome();
  }

  private void change(
      Verb verb, MachineId machine, Generation generation, UnaryOperator<Kept> change) {
    Mishaps.Mishap mishap = arrive(verb, machine, generation);
    mishap.before().run();
    synchronized (this) {
      Kept was = notStale(machine, generation);
      Kept changed = change.apply(was);
      boolean isNew = !kept.containsKey(machine) || !generation.equals(was.seen());
      Instant since = isNew ? clock.instant() : was.since();
      kept.put(machine, new Kept(generation, since, changed.condition(), true, changed.running()));
    }
    mishap.after().run();
  }

  private synchronized CompletableFuture<Ran> start(
      MachineId machine, Generation generation, Command command) {
    Kept now = there(machine, notStale(machine, generation));
    if (now.condition() == Condition.ASLEEP) {
      throw new BackendException.MachineAsleep(machine);
    }
    now.running().removeIf(CompletableFuture::isDone);
    Script current = script;
    CompletableFuture<Ran> ran =
        CompletableFuture.supplyAsync(
            () -> current.run(machine, command), InMemoryMachines::onOwnThread);
    now.running().add(ran);
    return ran;
  }

  private static Ran await(CompletableFuture<Ran> ran) {
    try {
      return ran.get();
    } catch (ExecutionException thrown) {
      throw thrown.getCause() instanceof RuntimeException failure
          ? failure
          : new CompletionException(thrown.getCause());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      ran.complete(Ran.ending(new Outcome.Signalled("TERM")));
      return ran.join();
    }
  }

  private Mishaps.Mishap arrive(
      Verb verb, @Nullable MachineId machine, @Nullable Generation generation) {
    synchronized (this) {
      calls.add(new Call(verb, machine, generation));
    }
    firsts.getOrDefault(verb, () -> {}).run();
    return mishaps.next(verb);
  }

  private synchronized Kept keptOf(MachineId machine) {
    Kept now = kept.get(machine);
    return now == null
        ? new Kept(Generation.FIRST, Instant.EPOCH, Condition.ABSENT, true, new HashSet<>())
        : now;
  }

  private Kept notStale(MachineId machine, Generation asked) {
    Kept now = keptOf(machine);
    if (asked.compareTo(now.seen()) < 0) {
      throw new BackendException.StaleGeneration(machine, asked, now.seen());
    }
    return now;
  }

  private static Kept there(MachineId machine, Kept now) {
    if (now.condition() == Condition.ABSENT) {
      throw new BackendException.MachineGone(machine);
    }
    return now;
  }

  private static Kept ended(Kept was, Condition condition) {
    Ran lost = Ran.ending(new Outcome.Lost("The machine went away while the command ran."));
    was.running().forEach(ran -> ran.complete(lost));
    return was.in(condition, new HashSet<>());
  }

  private static void onOwnThread(Runnable task) {
    Thread thread = new Thread(task, "command");
    thread.setDaemon(true);
    thread.start();
  }

  private static void noAnswer() {
    throw new BackendException.Unreachable("The backend was told to give no answer.", null);
  }

  private static void print(String text, OutputSink sink) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sink.accept(bytes, 0, bytes.length);
  }
}
