package com.personalagentproxy.sandbox.collection;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.personalagentproxy.sandbox.access.ConnectionId;
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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
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

  /** All there are, for checks. */
  public synchronized List<Sandbox> all() {
    return List.copyOf(rows.values());
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
  public synchronized Optional<Sandbox> admit(Admission admission) {
    return change(
        admission.sandbox(),
        row -> mayAdmit(row, admission),
        row ->
            row.with(leaseAfter(row, admission), row.admissions() + 1, admitted(row, admission))
                .usedAt(later(row.lastUsed(), admission.now())));
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
  public synchronized boolean end(SandboxId sandbox, CommandId command, Instant now) {
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
  public synchronized int endAll(Instant now) {
    List<Sandbox> had = rows.values().stream().filter(row -> !row.running().isEmpty()).toList();
    had.forEach(
        row ->
            rows.put(
                row.id(),
                row.with(row.lease(), row.admissions(), List.of())
                    .usedAt(later(row.lastUsed(), now))));
    return had.size();
  }

  @Override
  public synchronized List<Sandbox> known(Collection<SandboxId> sandboxes) {
    return sandboxes.stream().distinct().map(rows::get).filter(Objects::nonNull).toList();
  }

  @Override
  public synchronized List<Sandbox> idle(Instant lastUsedAtOrBefore, Instant now, int limit) {
    return inTurns(
        rows.values().stream()
            .filter(row -> row.state().is(StateName.AWAKE))
            .filter(row -> !row.isRunningCommands(now))
            .filter(row -> !row.lastUsed().isAfter(lastUsedAtOrBefore)),
        Sandbox::lastUsed,
        limit);
  }

  @Override
  public synchronized List<Sandbox> overdue(Instant now, int limit) {
    return inTurns(
        rows.values().stream()
            .filter(row -> deadline(row).filter(deadline -> !deadline.isAfter(now)).isPresent()),
        row -> deadline(row).orElseThrow(),
        limit);
  }

  /** Each connection's first, then each one's second, and so on. */
  private static List<Sandbox> inTurns(
      Stream<Sandbox> due, Function<Sandbox, Instant> dueSince, int limit) {
    Map<ConnectionId, Integer> turns = new HashMap<>();
    Map<Integer, List<Sandbox>> byTurn =
        due.sorted(comparing(dueSince).thenComparing(row -> row.id().toString()))
            .collect(
                groupingBy(
                    row -> turns.merge(row.connection(), 1, Integer::sum), TreeMap::new, toList()));
    return byTurn.values().stream().flatMap(List::stream).limit(limit).toList();
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
