package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.console.TaskPage;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A page of tasks, as people see them. */
public record TaskPageJson(
    @Described("Those started last first.") List<RowJson> tasks,
    @Described("Give it as page for the page after this one; null when this is the last.")
        @Nullable String next) {

  public TaskPageJson {
    tasks = List.copyOf(tasks);
  }

  /** A task. */
  public record RowJson(
      String id,
      String title,
      AgentJson agent,
      @Described("The id of the task above it; null if there is none.") @Nullable String parent,
      @Described("under_way, finished or left_open.") String state,
      Instant startedAt,
      Instant lastActive,
      @Nullable Instant finishedAt,
      @Described("The sandboxes it has now.") List<HeldJson> holds) {

    public RowJson {
      holds = List.copyOf(holds);
    }

    private static RowJson of(TaskPage.Row row) {
      Task task = row.task();
      return new RowJson(
          task.id().toString(),
          task.title(),
          AgentJson.of(task.agent()),
          task.parent() == null ? null : task.parent().toString(),
          row.state().name().toLowerCase(Locale.ROOT),
          task.startedAt(),
          task.lastActive(),
          task.finishedAt(),
          row.holds().stream().map(held -> new HeldJson(held.id(), held.name())).toList());
    }
  }

  /** A sandbox that a task has. */
  public record HeldJson(String id, String name) {}

  public static TaskPageJson of(TaskPage page) {
    return new TaskPageJson(page.tasks().stream().map(RowJson::of).toList(), page.next());
  }
}
