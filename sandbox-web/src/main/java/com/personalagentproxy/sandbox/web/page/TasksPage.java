package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.console.TaskPage;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The page of tasks.
 *
 * @param state only those in it; all if absent
 * @param next what the link to the next page carries; absent on the last
 */
public record TasksPage(
    @Nullable String state, boolean isFirst, List<Row> tasks, @Nullable String next) {

  /** A state that can be asked for. */
  public record Choice(String word, String words) {}

  /** A task. */
  public record Row(
      String id,
      String title,
      String agent,
      String state,
      String look,
      boolean isBelow,
      Moment started,
      Moment lastActive,
      @Nullable Moment finished,
      List<TaskPage.Held> holds) {

    public Row {
      holds = List.copyOf(holds);
    }

    /** Whether it is called what its agent is: the agent's own. */
    public boolean isOwnTask() {
      return title.equals(agent);
    }

    static Row of(TaskPage.Row row, Instant now) {
      Task task = row.task();
      return new Row(
          task.id().toString(),
          task.title(),
          task.agent().name(),
          wordsOf(row.state()),
          lookOf(row.state()),
          task.parent() != null,
          Moment.of(task.startedAt(), now),
          Moment.of(task.lastActive(), now),
          task.finishedAt() == null ? null : Moment.of(task.finishedAt(), now),
          row.holds());
    }
  }

  public TasksPage {
    tasks = List.copyOf(tasks);
  }

  /** Those that can be asked for. */
  public List<Choice> choices() {
    return Arrays.stream(Task.State.values())
        .map(each -> new Choice(each.name().toLowerCase(Locale.ROOT), wordsOf(each)))
        .toList();
  }

  private static String wordsOf(Task.State state) {
    return switch (state) {
      case UNDER_WAY -> "under way";
      case LEFT_OPEN -> "left open";
      case FINISHED -> "finished";
    };
  }

  private static String lookOf(Task.State state) {
    return switch (state) {
      case UNDER_WAY -> "awake";
      case LEFT_OPEN -> "open";
      case FINISHED -> "asleep";
    };
  }
}
