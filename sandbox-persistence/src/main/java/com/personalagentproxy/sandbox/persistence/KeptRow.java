package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.collection.Shortcut.Kept;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.UUID;
import org.jdbi.v3.core.mapper.Nested;
import org.jspecify.annotations.Nullable;

/** A command that was counted in: its sandbox, and its task as it was before. */
record KeptRow(
    @Nested SandboxRow sandbox,
    UUID askedCommand,
    UUID taskId,
    String taskTitle,
    @Nullable UUID taskParent,
    Instant taskStartedAt,
    Instant taskLastActive) {

  /** What a statement selects to be read as this, of {@code sandboxes} and {@code asking}. */
  static final String COLUMNS =
      SandboxRow.COLUMNS
          + """
          , asking.command AS asked_command, asking.id AS task_id, asking.title AS task_title, asking.parent_id AS task_parent,
          asking.started_at AS task_started_at, asking.last_active AS task_last_active
          """;

  Kept kept(Agent agent) {
    return new Kept(
        sandbox.sandbox(),
        new Task(
            new TaskId(taskId),
            agent,
            taskTitle,
            taskParent == null ? null : new TaskId(taskParent),
            taskStartedAt,
            taskLastActive,
            null));
  }
}
