package com.personalagentproxy.sandbox.life;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.collection.InMemorySandboxStore;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The chronicle of the sandboxes in memory, for tests. */
public final class InMemoryChronicle implements Chronicle {

  private final InMemorySandboxStore store;

  public InMemoryChronicle(InMemorySandboxStore store) {
    this.store = store;
  }

  @Override
  public List<Step> of(SandboxId sandbox, long before, int limit) {
    return store.steps().stream()
        .filter(step -> step.sandbox().equals(sandbox) && step.number() < before)
        .sorted(Comparator.comparing(Step::number).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public Steps since(long after, Collection<ConnectionId> connections, int limit) {
    List<Step> all = store.steps();
    return new Steps(
        all.stream()
            .filter(step -> step.number() > after && connections.contains(step.connection()))
            .limit(limit)
            .toList(),
        all.isEmpty() ? 0 : all.get(all.size() - 1).number());
  }

  @Override
  public long numberAt(Instant since) {
    List<Step> all = store.steps();
    return all.stream()
        .filter(step -> !step.at().isBefore(since))
        .findFirst()
        .map(step -> step.number() - 1)
        .orElse(all.isEmpty() ? 0 : all.get(all.size() - 1).number());
  }

  @Override
  public List<Sandbox> now(Collection<SandboxId> sandboxes) {
    return rows().filter(row -> sandboxes.contains(row.id())).toList();
  }

  @Override
  public List<Sandbox> usedSince(Instant since, Collection<ConnectionId> connections, int limit) {
    return rows()
        .filter(row -> connections.contains(row.connection()))
        .filter(row -> row.state().is(StateName.AWAKE) && !row.lastUsed().isBefore(since))
        .sorted(Comparator.comparing(Sandbox::lastUsed).reversed())
        .limit(limit)
        .toList();
  }

  @Override
  public List<Sandbox> heldBy(
      Collection<TaskId> tasks, Collection<ConnectionId> connections, int limit) {
    return rows()
        .filter(row -> connections.contains(row.connection()))
        .filter(row -> row.lease() != null && tasks.contains(row.lease().holder()))
        .limit(limit)
        .toList();
  }

  @Override
  public int clear(Instant before, int limit) {
    return store.clearSteps(before, limit);
  }

  private Stream<Sandbox> rows() {
    return store.all().stream();
  }
}
