package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.task.Task;

/** Parts of statements about a task and those above it. */
final class Lineage {

  /** The task {@code :task}, whoever's it is. */
  static final String TASK = "SELECT id, parent_id, finished_at FROM tasks WHERE id = :task";

  private Lineage() {}

  /**
   * The table {@code lineage} of a task and those above it, as far as they count; goes after {@code
   * WITH RECURSIVE}. The bound ends a circle too, which no statement here can make.
   *
   * @param task selects the one to begin with
   */
  static String of(String task) {
    return """
        lineage(id, parent_id, finished_at, depth) AS (
          SELECT asking.*, 0 FROM (%s) AS asking
          UNION ALL
          SELECT tasks.id, tasks.parent_id, tasks.finished_at, depth + 1
          FROM tasks JOIN lineage ON tasks.id = lineage.parent_id
          WHERE depth < %s
        )
        """
        .formatted(task, Task.DEEPEST);
  }

  /**
   * The table {@code locked} of those of the lineage that {@link #ACTIVE} changes. They are locked
   * in one order, so that two that share a lineage can't wait for each other. As an array, since
   * the planner takes a lineage for long, and read all tasks to join them.
   *
   * @param first what has to be done before, and so
   */
  static String locked(String first) {
    return """
        locked AS MATERIALIZED (
          SELECT id FROM tasks
          WHERE %s AND id = ANY (ARRAY(SELECT id FROM lineage)) AND finished_at IS NULL AND last_active < :now
          ORDER BY id
          FOR NO KEY UPDATE
        )
        """
        .formatted(first);
  }

  /** Those that are locked have activity at {@code :now} (L8). */
  static final String ACTIVE =
      """
      UPDATE tasks SET last_active = greatest(last_active, :now)
      WHERE id = ANY (ARRAY(SELECT id FROM locked)) AND finished_at IS NULL
      """;
}
