package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.TaskView;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A task as its agent sees it. */
public record TaskJson(
    @Described("The task's id: give it as task to the other tools.") String id,
    String title,
    @Described("The id of the task above it; null if there is none.") @Nullable String parent,
    @Described("under_way, finished or left_open.") String state,
    Instant startedAt) {

  public static TaskJson of(TaskView task) {
    return new TaskJson(task.id(), task.title(), task.parent(), task.state(), task.startedAt());
  }
}
