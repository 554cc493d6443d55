package com.example.proxy;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import com.personalagentproxy.sandbox.task.TaskRequest;
import com.personalagentproxy.sandbox.task.TaskTitle;
import com.personalagentproxy.sandbox.task.Tasks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The tasks of one process: a map, and a lock around each call. */
final class ProxyTasks implements Tasks {

  private final Map<TaskId, Task> tasks = new HashMap<>();
  private final Map<AgentId, TaskId> own = new HashMap<>();

  @Override
  public synchronized Task start(Agent agent, TaskTitle title, TaskId parent, Instant now) {
    if (parent != null && !tasks.containsKey(parent)) {
      throw new IllegalArgumentException("There is no task " + parent + " to be the parent.");
    }
    TaskId id = new TaskId(UUID.randomUUID());
    tasks.put(id, new Task(id, agent, title.text(), parent, now, now, null));
    active(id, now);
    return tasks.get(id);
  }

  @Override
  public synchronized Task own(Agent agent, TaskTitle title, Instant now) {
    Task before = tasks.get(own.get(agent.id()));
    if (before != null && before.finishedAt() == null) {
      return before;
    }
    Task made = start(agent, title, null, now);
    own.put(agent.id(), made.id());
    return made;
  }

  @Override
  public synchronized void active(TaskId task, Instant now) {
    for (TaskId each : lineage(task)) {
      tasks.computeIfPresent(each, (id, row) -> row.activeAt(now));
    }
  }

  @Override
  public synchronized boolean finish(TaskId task, Instant now) {
    Task before = tasks.get(task);
    return before != null && tasks.put(task, before.finished(now)).finishedAt() == null;
  }

  @Override
  public synchronized List<TaskId> lineage(TaskId task) {
    List<TaskId> lineage = new ArrayList<>();
    for (Task each = tasks.get(task); each != null; each = tasks.get(each.parent())) {
      lineage.add(each.id());
    }
    return lineage;
  }

  @Override
  public synchronized List<Task> page(TaskRequest request) {
    return tasks.values().stream()
        .filter(request::asksFor)
        .sorted(TaskRequest.NEWEST_FIRST)
        .limit(request.limit())
        .toList();
  }

  @Override
  public synchronized List<TaskId> finishedSince(
      Instant since, Set<OrganizationId> organizations, int limit) {
    return tasks.values().stream()
        .filter(task -> organizations.contains(task.agent().organization()))
        .filter(task -> task.finishedAt() != null && !task.finishedAt().isBefore(since))
        .map(Task::id)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized Optional<Task> find(TaskId task) {
    return Optional.ofNullable(tasks.get(task));
  }

  @Override
  public synchronized Map<TaskId, Task> findAll(Collection<TaskId> wanted) {
    Map<TaskId, Task> found = new HashMap<>(tasks);
    found.keySet().retainAll(wanted);
    return found;
  }
}
