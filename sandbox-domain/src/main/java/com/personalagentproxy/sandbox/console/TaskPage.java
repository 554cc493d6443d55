package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of tasks, those started last first.
 *
 * @param next where to go on; absent on the last page
 */
public record TaskPage(List<Row> tasks, @Nullable String next) {

  public TaskPage {
    tasks = List.copyOf(tasks);
  }

  /**
   * A task as a person sees it.
   *
   * @param state as it is now
   * @param holds the sandboxes it has now, of those that the person sees
   */
  public record Row(Task task, Task.State state, List<Held> holds) {
    public Row {
      holds = List.copyOf(holds);
    }
  }

  /** A sandbox that a task has. */
  public record Held(String id, String name) {}
}
