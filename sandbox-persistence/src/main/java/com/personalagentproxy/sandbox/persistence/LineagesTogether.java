package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.task.Task;

/**
 * Parts of statements about many tasks and those above them: {@link Lineage}, for a table {@code
 * asked} of commands, each with the time that it is {@code now} for it.
 */
final class LineagesTogether {

  private LineagesTogether() {}

  /**
   * The table {@code lineage}: for each command its task and those above, as far as they count;
   * goes after {@code WITH RECURSIVE}.
   *
   * @param tasks selects command, id, parent_id, finished_at and last_active of those to begin with
   */
  static String of(String tasks) {
    // The bound of one row has each looked up by its id: the planner takes lineages for long.
    return """
        lineage(command, id, parent_id, finished_at, last_active, depth) AS (
          SELECT asking.*, 0 FROM (%s) AS asking
          UNION ALL
          SELECT lineage.command, above.id, above.parent_id, above.finished_at, above.last_active, depth + 1
          FROM lineage, LATERAL (SELECT * FROM tasks WHERE tasks.id = lineage.parent_id LIMIT 1) AS above
          WHERE depth < %s
        )
        """
        .formatted(tasks, Task.DEEPEST);
  }

  /**
   * The table {@code certain}: what is left of {@code chosen} when those are left out of whose
   * tasks another writer has one at the moment, and one for each sandbox. What {@link #ACTIVE}
   * changes is locked then.
   */
  static final String CERTAIN =
      """
      needed AS MATERIALIZED (
        SELECT lineage.command, lineage.id FROM chosen JOIN lineage USING (command)
        WHERE lineage.finished_at IS NULL AND lineage.last_active < chosen.now
      ), locked AS MATERIALIZED (
        SELECT id FROM tasks
        WHERE id = ANY (ARRAY(SELECT id FROM needed)) AND finished_at IS NULL
        FOR NO KEY UPDATE SKIP LOCKED
      ), certain AS MATERIALIZED (
        SELECT DISTINCT ON (sandbox) * FROM chosen
        WHERE command NOT IN (SELECT command FROM needed WHERE id <> ALL (ARRAY(SELECT id FROM locked)))
      )
      """;

  /** The tasks of those that are certain, and those above them, have activity (L8). */
  static final String ACTIVE =
      """
      UPDATE tasks SET last_active = latest.now
      FROM (SELECT needed.id, max(now) AS now FROM certain JOIN needed USING (command) GROUP BY needed.id) AS latest
      WHERE tasks.id = ANY (ARRAY(SELECT id FROM locked)) AND tasks.id = latest.id
        AND finished_at IS NULL AND last_active < latest.now
      """;
}
