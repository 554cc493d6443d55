package com.personalagentproxy.sandbox.task;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.OrganizationId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Port: the tasks. Implementations are safe for use by many threads; times are kept to the
 * microsecond.
 */
public interface Tasks {

  /**
   * Starts a task, or a sub-task when a parent is given; it has activity now, and so have those
   * above it.
   */
  Task start(Agent agent, TaskTitle title, @Nullable TaskId parent, Instant now);

  /**
   * The task of an agent that names none: the one made for it before and not finished since, else a
   * new one with this title. Any number of calls at once make exactly one.
   */
  Task own(Agent agent, TaskTitle title, Instant now);

  /** The task, whoever's it is. */
  Optional<Task> find(TaskId task);

  /** Those of the tasks that are known, by id: for lists, which would else ask for each. */
  Map<TaskId, Task> findAll(Collection<TaskId> tasks);

  /**
   * The task and those above it: itself first, then its parent, up to the root. Empty when it isn't
   * known. Nobody looks at more than {@link Task#DEEPEST} of those above it, so it may end there.
   */
  List<TaskId> lineage(TaskId task);

  /**
   * The task, and each above it as in {@link #lineage}, has activity at this moment (L8). Never
   * moves a time backwards; finished ones stay as they are.
   */
  void active(TaskId task, Instant now);

  /**
   * A page of the tasks of these agents: those started last first, by time and then by id (see
   * {@link TaskRequest#NEWEST_FIRST}).
   */
  List<Task> page(TaskRequest request);

  /**
   * The tasks of these organizations' agents that were finished at or after that time, in any
   * order; so many at most. Asked again and again for the last seconds.
   */
  List<TaskId> finishedSince(Instant since, Set<OrganizationId> organizations, int limit);

  /**
   * Finishes the task, for good.
   *
   * @return false if it was finished before, or isn't known
   */
  boolean finish(TaskId task, Instant now);
}
