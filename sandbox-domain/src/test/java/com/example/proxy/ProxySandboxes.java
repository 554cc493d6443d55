package com.example.proxy;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.PageRequest;
import com.personalagentproxy.sandbox.collection.PersonsCommand;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxName;
import com.personalagentproxy.sandbox.collection.SandboxStore;
import com.personalagentproxy.sandbox.collection.Turns;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The sandboxes of one process: a map, and a lock around each call. */
final class ProxySandboxes implements SandboxStore {

  private final Map<SandboxId, Sandbox> rows = new HashMap<>();
  private final ProxyActivity activity;

  /** With the history that its commands are written down in. */
  ProxySandboxes(ProxyActivity activity) {
    this.activity = activity;
  }

  /** Every write is this: look, agree, change, in one step that no other write comes between. */
  private synchronized Optional<Sandbox> change(
      SandboxId id, Predicate<Sandbox> guard, UnaryOperator<Sandbox> change) {
    Optional<Sandbox> after = find(id).filter(guard).map(change);
    after.ifPresent(row -> rows.put(id, row));
    return after;
  }

  @Override
  public Optional<Sandbox> claim(
      SandboxId id, Guard leaves, MachineState.OnTheWay to, String reason) {
    return change(id, leaves::holds, row -> row.claimed(to, reason));
  }

  @Override
  public synchronized List<Sandbox> claimIdle(
      Idleness idle, MachineState.OnTheWay to, String reason, int limit) {
    return Turns.of(all(idle::holds), Sandbox::lastUsed, limit).stream()
        .flatMap(row -> change(row.id(), idle::holds, each -> each.claimed(to, reason)).stream())
        .toList();
  }

  @Override
  public Optional<Sandbox> settle(
      SandboxId id, Guard leaves, MachineState.Settled to, String reason) {
    return change(id, leaves::holds, row -> row.settled(to, reason));
  }

  @Override
  public synchronized Admitted admit(Admission admission) {
    Optional<Entry> first = admission.entry().repeats(activity);
    if (first.isPresent()) {
      return new Admitted.Repeated(first.get());
    }
    if (find(admission.sandbox()).filter(admission::holds).isEmpty()) {
      return new Admitted.NotAsSaid();
    }
    // Before the row: what can't be written down isn't admitted.
    activity.write(admission.entry());
    return change(admission.sandbox(), admission::holds, admission::after)
        .<Admitted>map(Admitted.In::new)
        .orElseThrow();
  }

  @Override
  public Optional<Sandbox> countIn(PersonsCommand command) {
    return change(command.sandbox(), command::holds, command::after);
  }

  @Override
  public synchronized boolean end(
      SandboxId id, CommandId command, Verdict.Ending ending, Instant now) {
    activity.end(EntryId.of(command), ending);
    return change(id, row -> row.isRunning(command), row -> row.without(command, now)).isPresent();
  }

  @Override
  public List<Entry> abandoned(Instant now, int limit) {
    return activity.abandoned(now, limit);
  }

  @Override
  public synchronized boolean remove(SandboxId id, Generation generation) {
    return find(id)
        .filter(row -> row.state().is(StateName.DELETING) && row.generation().equals(generation))
        .map(row -> rows.remove(id, row))
        .orElse(false);
  }

  @Override
  public synchronized Added add(Sandbox sandbox) {
    for (Sandbox row : rows.values()) {
      if (row.connection().equals(sandbox.connection())
          && row.creationKey() != null
          && row.creationKey().equals(sandbox.creationKey())) {
        return new Added.MadeBefore(row);
      }
    }
    List<Sandbox> bearers = named(sandbox.name(), List.of(sandbox.connection()));
    if (!bearers.isEmpty()) {
      return new Added.NameTaken(bearers.get(0));
    }
    if (rows.putIfAbsent(sandbox.id(), sandbox) != null) {
      throw new IllegalStateException("There is a sandbox with the id " + sandbox.id() + ".");
    }
    return new Added.New(sandbox);
  }

  @Override
  public synchronized Optional<Sandbox> find(SandboxId id) {
    return Optional.ofNullable(rows.get(id));
  }

  @Override
  public List<Sandbox> named(SandboxName name, Collection<ConnectionId> within) {
    return select(
        row -> within.contains(row.connection()) && row.name().key().equals(name.key()),
        PageRequest.NEWEST_FIRST,
        within.size());
  }

  @Override
  public List<Sandbox> page(PageRequest request) {
    return select(request::asksFor, PageRequest.NEWEST_FIRST, request.limit());
  }

  @Override
  public List<Sandbox> overdue(Instant now, int limit) {
    return Turns.of(all(row -> !deadline(row).isAfter(now)), ProxySandboxes::deadline, limit);
  }

  private static Instant deadline(Sandbox row) {
    return row.state() instanceof MachineState.OnTheWay way ? way.deadline() : Instant.MAX;
  }

  @Override
  public List<Sandbox> known(Collection<SandboxId> ids) {
    return all(row -> ids.contains(row.id())).toList();
  }

  private synchronized List<Sandbox> select(
      Predicate<Sandbox> wanted, Comparator<Sandbox> order, int limit) {
    return all(wanted).sorted(order).limit(limit).toList();
  }

  private synchronized Stream<Sandbox> all(Predicate<Sandbox> wanted) {
    return rows.values().stream().filter(wanted).toList().stream();
  }
}
