package com.personalagentproxy.sandbox.task;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tasks in memory, for tests: one lock around each call. */
public final class InMemoryTasks implements Tasks {

  private final Supplier<UUID> newIds;
  private final Map<TaskId, Task> rows = new HashMap<>();

  /** The task each agent works for when it names none, while it isn't finished. */
  private final Map<AgentId, TaskId> own = new HashMap<>();

  public InMemoryTasks() {
    this(UUID::randomUUID);
  }

  /** With the tasks' ids from elsewhere: for tests that are to repeat exactly. */
  public InMemoryTasks(Supplier<UUID> newIds) {
    this.newIds = newIds;
  }

  @Override
  public synchronized Task start(
      Agent agent, TaskTitle title, @Nullable TaskId parent, Instant now) {
    if (parent != null && !rows.containsKey(parent)) {
      throw new IllegalArgumentException("There is no task " + parent + " to be the parent.");
    }
    Task started = new Task(new TaskId(newIds.get()), agent, title.text(), parent, now, now, null);
    rows.put(started.id(), started);
    active(started.id(), now);
    return started;
  }

  @Override
  public synchronized Task own(Agent agent, TaskTitle title, Instant now) {
    return ownOf(agent.id())
        .orElseGet(
            () -> {
              Task made = start(agent, title, null, now);
              own.put(agent.id(), made.id());
              return made;
            });
  }

  @Override
  public synchronized Optional<Task> find(TaskId task) {
    return Optional.ofNullable(rows.get(task));
  }

  @Override
  public synchronized Map<TaskId, Task> findAll(Collection<TaskId> tasks) {
    return tasks.stream()
        .distinct()
        .flatMap(task -> find(task).stream())
        .collect(Collectors.toUnmodifiableMap(Task::id, Function.identity()));
  }

  @Override
  public synchronized List<TaskId> lineage(TaskId task) {
    List<TaskId> lineage = new ArrayList<>();
    for (Task above = rows.get(task);
        above != null;
        above = above.parent() == null ? null : rows.get(above.parent())) {
      lineage.add(above.id());
    }
    return List.copyOf(lineage);
  }

  @Override
  public synchronized void active(TaskId task, Instant now) {
    for (TaskId each : lineage(task)) {
      rows.computeIfPresent(each, (id, row) -> row.activeAt(now));
    }
  }

  /** The task the agent works for when it names none, if it has one that isn't finished. */
  public synchronized Optional<Task> ownOf(AgentId agent) {
    return Optional.ofNullable(own.get(agent))
        .flatMap(this::find)
        .filter(task -> task.finishedAt() == null);
  }

  /** From now on the task isn't known any more. */
  public synchronized void forget(TaskId task) {
    rows.remove(task);
  }

  @Override
  public synchronized List<Task> page(TaskRequest request) {
    return rows.values().stream()
        .filter(request::asksFor)
        .sorted(TaskRequest.NEWEST_FIRST)
        .limit(request.limit())
        .toList();
  }

  @Override
  public synchronized List<TaskId> finishedSince(
      Instant since, Set<OrganizationId> organizations, int limit) {
    return rows.values().stream()
        .filter(task -> organizations.contains(task.agent().organization()))
        .filter(task -> task.finishedAt() != null && !task.finishedAt().isBefore(since))
        .map(Task::id)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized boolean finish(TaskId task, Instant now) {
    Task row = rows.get(task);
    if (row == null || row.finishedAt() != null) {
      return false;
    }
    rows.put(task, row.finished(now));
    return true;
  }
}
