package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.task.Task;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A task as its agent sees it.
 *
 * @param state {@code under_way}, {@code finished} or {@code left_open}
 */
public record TaskView(
    String id, String title, @Nullable String parent, String state, Instant startedAt) {

  static TaskView of(Task task, Instant now) {
    return new TaskView(
        task.id().toString(),
        task.title(),
        task.parent() == null ? null : task.parent().toString(),
        task.state(now).name().toLowerCase(Locale.ROOT),
        task.startedAt());
  }
}
