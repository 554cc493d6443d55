package com.personalagentproxy.sandbox.task;

import com.personalagentproxy.sandbox.access.MemberId;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks to list.
 *
 * @param member only those of this member's own agents, whatever became of the agents
 * @param state only those in it at {@code now}; all if absent
 * @param after only those that come after this place; from the start if absent
 * @param limit how many at most
 */
public record TaskRequest(
    MemberId member, Task.@Nullable State state, Instant now, @Nullable Place after, int limit) {

  /** The order of the list: by the time they were started, then by the id's text. */
  public static final Comparator<Task> NEWEST_FIRST =
      Comparator.comparing(Task::startedAt).thenComparing(task -> task.id().toString()).reversed();

  /** Whether the task is asked for: what an adapter's reading must agree with. */
  public boolean asksFor(Task task) {
    return task.agent().member().equals(member)
        && (state == null || task.state(now) == state)
        && (after == null || after.isBefore(task));
  }

  /** A place in the order newest first. */
  public record Place(Instant startedAt, TaskId id) {
    public static Place of(Task task) {
      return new Place(task.startedAt(), task.id());
    }

    private boolean isBefore(Task task) {
      int time = task.startedAt().compareTo(startedAt);
      return time < 0 || (time == 0 && task.id().toString().compareTo(id.toString()) < 0);
    }
  }
}
