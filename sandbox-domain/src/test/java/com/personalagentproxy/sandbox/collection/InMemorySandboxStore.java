package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.InMemoryActivity;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.life.Step;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The store in memory, for tests: one lock around each call makes every write one guarded write.
 */
public final class InMemorySandboxStore implements SandboxStore {

  private final Map<SandboxId, Sandbox> rows = new HashMap<>();
  private final InMemoryActivity activity;
  private final List<Step> steps = new ArrayList<>();
  private long lastNumber;

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
    step(sandbox, sandbox.state().name(), sandbox.state().since());
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
        .filter(request::asksFor)
        .sorted(PageRequest.NEWEST_FIRST)
        .limit(request.limit())
        .toList();
  }

  @Override
  public synchronized Optional<Sandbox> claim(
      SandboxId sandbox, Guard leaves, MachineState.OnTheWay to, String reason) {
    return change(sandbox, leaves::holds, row -> row.claimed(to, reason));
  }

  @Override
  public synchronized List<Sandbox> claimIdle(
      Idleness idle, MachineState.OnTheWay to, String reason, int limit) {
    return Turns.of(rows.values().stream().filter(idle::holds), Sandbox::lastUsed, limit).stream()
        .flatMap(row -> change(row.id(), idle::holds, each -> each.claimed(to, reason)).stream())
        .toList();
  }

  @Override
  public synchronized Optional<Sandbox> settle(
      SandboxId sandbox, Guard leaves, MachineState.Settled to, String reason) {
    return change(sandbox, leaves::holds, row -> row.settled(to, reason));
  }

  @Override
  public synchronized boolean remove(SandboxId sandbox, Generation generation) {
    return find(sandbox)
        .filter(row -> row.state().is(StateName.DELETING) && row.generation().equals(generation))
        .map(
            row -> {
              step(row, null, row.state().since());
              return rows.remove(sandbox, row);
            })
        .orElse(false);
  }

  @Override
  public synchronized Admitted admit(Admission admission) {
    Optional<Entry> first = admission.entry().repeats(activity);
    if (first.isPresent()) {
      return new Admitted.Repeated(first.get());
    }
    Optional<Sandbox> row = find(admission.sandbox()).filter(admission::holds);
    if (row.isEmpty()) {
      return new Admitted.NotAsSaid();
    }
    // Before the row: if it can't be written, nothing is changed.
    activity.write(admission.entry());
    Sandbox after = admission.after(row.get());
    rows.put(after.id(), after);
    return new Admitted.In(after);
  }

  @Override
  public synchronized Optional<Sandbox> countIn(PersonsCommand command) {
    return change(command.sandbox(), command::holds, command::after);
  }

  @Override
  public synchronized boolean end(
      SandboxId sandbox, CommandId command, Verdict.Ending ending, Instant now) {
    activity.end(EntryId.of(command), ending);
    return change(sandbox, row -> row.isRunning(command), row -> row.without(command, now))
        .isPresent();
  }

  @Override
  public synchronized List<Entry> abandoned(Instant now, int limit) {
    return activity.running(now, limit);
  }

  @Override
  public synchronized List<Sandbox> known(Collection<SandboxId> sandboxes) {
    return sandboxes.stream().distinct().map(rows::get).filter(Objects::nonNull).toList();
  }

  @Override
  public synchronized List<Sandbox> overdue(Instant now, int limit) {
    return Turns.of(
        rows.values().stream()
            .filter(row -> deadline(row).filter(deadline -> !deadline.isAfter(now)).isPresent()),
        row -> deadline(row).orElseThrow(),
        limit);
  }

  private static Optional<Instant> deadline(Sandbox row) {
    return row.state() instanceof MachineState.OnTheWay moving
        ? Optional.of(moving.deadline())
        : Optional.empty();
  }

  private Optional<Sandbox> change(
      SandboxId sandbox, Predicate<Sandbox> guard, UnaryOperator<Sandbox> change) {
    Optional<Sandbox> was = find(sandbox).filter(guard);
    Optional<Sandbox> changed = was.map(change);
    changed.ifPresent(
        row -> {
          rows.put(sandbox, row);
          if (!row.state().is(was.orElseThrow().state().name())) {
            step(row, row.state().name(), row.state().since());
          }
        });
    return changed;
  }

  private void step(Sandbox row, @Nullable StateName state, Instant at) {
    steps.add(new Step(++lastNumber, row.id(), row.connection(), state, at, row.reason()));
  }

  /** What became of the rows until now, in order, for the chronicle. */
  public synchronized List<Step> steps() {
    return List.copyOf(steps);
  }

  /** Takes the first ones out that are from before. */
  public synchronized int clearSteps(Instant before, int limit) {
    int cleared = 0;
    while (cleared < limit && !steps.isEmpty() && steps.get(0).at().isBefore(before)) {
      steps.remove(0);
      cleared++;
    }
    return cleared;
  }
}
