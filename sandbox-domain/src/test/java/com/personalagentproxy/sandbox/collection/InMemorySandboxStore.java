package com.personalagentproxy.sandbox.collection;

import static java.util.Comparator.comparing;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.InMemoryActivity;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The store in memory, for tests: one lock around each call makes every write one guarded write.
 */
public final class InMemorySandboxStore implements SandboxStore {

  /**
   * As the database orders ids: by their bytes, not by {@link java.util.UUID#compareTo}, which
   * takes them as signed.
   */
  private static final Comparator<Sandbox> NEWEST_FIRST =
      comparing(Sandbox::madeAt).thenComparing(sandbox -> sandbox.id().toString()).reversed();

  private final Map<SandboxId, Sandbox> rows = new HashMap<>();
  private final InMemoryActivity activity;

  /** With a history of its own. */
  public InMemorySandboxStore() {
    this(new InMemoryActivity());
  }

  /** With the history that the commands' entries are written to. */
  public InMemorySandboxStore(InMemoryActivity activity) {
    this.activity = activity;
  }

  @Override
  public synchronized Added add(Sandbox sandbox) {
    Optional<Sandbox> madeBefore =
        in(sandbox.connection()).filter(row -> isSameKey(row, sandbox)).findAny();
    if (madeBefore.isPresent()) {
      return new Added.MadeBefore(madeBefore.get());
    }
    Optional<Sandbox> bearer =
        in(sandbox.connection())
            .filter(row -> row.name().key().equals(sandbox.name().key()))
            .findAny();
    if (bearer.isPresent()) {
      return new Added.NameTaken(bearer.get());
    }
    if (rows.putIfAbsent(sandbox.id(), sandbox) != null) {
      throw new IllegalStateException("There is a sandbox with the id " + sandbox.id() + ".");
    }
    return new Added.New(sandbox);
  }

  private static boolean isSameKey(Sandbox row, Sandbox other) {
    return row.creationKey() != null && row.creationKey().equals(other.creationKey());
  }

  private Stream<Sandbox> in(ConnectionId connection) {
    return rows.values().stream().filter(row -> row.connection().equals(connection));
  }

  @Override
  public synchronized Optional<Sandbox> find(SandboxId sandbox) {
    return Optional.ofNullable(rows.get(sandbox));
  }

  @Override
  public synchronized List<Sandbox> named(SandboxName name, Collection<ConnectionId> connections) {
    return rows.values().stream()
        .filter(row -> connections.contains(row.connection()))
        .filter(row -> row.name().key().equals(name.key()))
        .toList();
  }

  @Override
  public synchronized List<Sandbox> page(PageRequest request) {
    return rows.values().stream()
        .filter(row -> request.connections().contains(row.connection()))
        .filter(row -> request.state() == null || row.state().is(request.state()))
        .filter(row -> isFound(row, request.search()))
        .filter(row -> isAfter(row, request.after()))
        .sorted(NEWEST_FIRST)
        .limit(request.limit())
        .toList();
  }

  private static boolean isFound(Sandbox row, @Nullable String search) {
    return search == null || row.name().key().contains(new SandboxName(search).key());
  }

  private static boolean isAfter(Sandbox row, PageRequest.@Nullable Place place) {
    if (place == null) {
      return true;
    }
    int time = row.madeAt().compareTo(place.madeAt());
    return time < 0 || (time == 0 && row.id().toString().compareTo(place.id().toString()) < 0);
  }

  @Override
  public synchronized Optional<Sandbox> claim(
      SandboxId sandbox, Guard leaves, MachineState.OnTheWay to, String reason) {
    return change(sandbox, leaves::holds, row -> row.in(to, row.generation().next(), reason));
  }

  @Override
  public synchronized Optional<Sandbox> settle(
      SandboxId sandbox, Guard leaves, MachineState.Settled to, String reason) {
    return change(
        sandbox,
        leaves::holds,
        row -> {
          Sandbox settled = row.in(to, row.generation(), reason);
          return to.is(StateName.AWAKE) ? settled.usedAt(to.since()) : settled;
        });
  }

  @Override
  public synchronized boolean remove(SandboxId sandbox, Generation generation) {
    return find(sandbox)
        .filter(row -> row.state().is(StateName.DELETING) && row.generation().equals(generation))
        .map(row -> rows.remove(sandbox, row))
        .orElse(false);
  }

  @Override
  public synchronized Admitted admit(Admission admission) {
    Optional<Entry> first = repeated(admission);
    if (first.isPresent()) {
      return new Admitted.Repeated(first.get());
    }
    Optional<Sandbox> row = find(admission.sandbox()).filter(found -> mayAdmit(found, admission));
    if (row.isEmpty()) {
      return new Admitted.NotAsSaid();
    }
    // Before the row: if it can't be written, nothing is changed.
    activity.write(admission.entry());
    Sandbox after =
        row.get()
            .with(
                leaseAfter(row.get(), admission),
                row.get().admissions() + 1,
                admitted(row.get(), admission))
            .usedAt(later(row.get().lastUsed(), admission.now()));
    rows.put(after.id(), after);
    return new Admitted.In(after);
  }

  private Optional<Entry> repeated(Admission admission) {
    Entry entry = admission.entry();
    return entry.command() == null || entry.command().key() == null
        ? Optional.empty()
        : activity.commandOf(
            entry.agent().id(), admission.sandbox().value(), entry.command().key());
  }

  private static boolean mayAdmit(Sandbox row, Admission admission) {
    if (row.state().is(StateName.DELETING) || row.state().is(StateName.LOST)) {
      return false;
    }
    if (admission instanceof Admission.Keep keep) {
      return row.lease() != null && row.lease().holder().equals(keep.holder());
    }
    Admission.Take take = (Admission.Take) admission;
    return row.admissions() == take.admissions() && !row.isRunningCommands(take.now());
  }

  private static @Nullable Lease leaseAfter(Sandbox row, Admission admission) {
    return admission instanceof Admission.Take take ? take.lease() : row.lease();
  }

  private static List<RunningCommand> admitted(Sandbox row, Admission admission) {
    List<RunningCommand> running = new ArrayList<>(row.running());
    running.removeIf(command -> !command.counts(admission.now()));
    running.add(admission.command());
    return running;
  }

  @Override
  public synchronized boolean end(
      SandboxId sandbox, CommandId command, Verdict.Ending ending, Instant now) {
    activity.end(EntryId.of(command), ending);
    return change(
            sandbox,
            row -> row.running().stream().anyMatch(running -> running.id().equals(command)),
            row -> without(command, row).usedAt(later(row.lastUsed(), now)))
        .isPresent();
  }

  private static Sandbox without(CommandId command, Sandbox row) {
    return row.with(
        row.lease(),
        row.admissions(),
        row.running().stream().filter(running -> !running.id().equals(command)).toList());
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  @Override
  public synchronized List<Entry> abandoned(Instant now, int limit) {
    return activity.running(now, limit);
  }

  @Override
  public synchronized List<Sandbox> idle(Instant lastUsedAtOrBefore, Instant now, int limit) {
    return rows.values().stream()
        .filter(row -> row.state().is(StateName.AWAKE))
        .filter(row -> !row.isRunningCommands(now))
        .filter(row -> !row.lastUsed().isAfter(lastUsedAtOrBefore))
        .sorted(comparing(Sandbox::lastUsed))
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized List<Sandbox> overdue(Instant now, int limit) {
    return rows.values().stream()
        .filter(row -> deadline(row).filter(deadline -> !deadline.isAfter(now)).isPresent())
        .sorted(comparing(row -> deadline(row).orElseThrow()))
        .limit(limit)
        .toList();
  }

  private static Optional<Instant> deadline(Sandbox row) {
    return row.state() instanceof MachineState.OnTheWay moving
        ? Optional.of(moving.deadline())
        : Optional.empty();
  }

  private Optional<Sandbox> change(
      SandboxId sandbox, Predicate<Sandbox> guard, UnaryOperator<Sandbox> change) {
    Optional<Sandbox> changed = find(sandbox).filter(guard).map(change);
    changed.ifPresent(row -> rows.put(sandbox, row));
    return changed;
  }
}
