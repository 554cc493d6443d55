package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.task.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the column {@code running}, whose jsonb has nothing but ids and numbers in it. To have
 * PostgreSQL take it apart costs each row as much as reading it.
 */
final class RunningColumn {

  /**
   * What is kept as the task of a person's command. Servers of a version that knows no such
   * commands read the same rows while they are replaced, and need one.
   */
  static final UUID NO_TASK = new UUID(0, 0);

  private static final String NOTHING_RUNS = "[]";
  private static final Pattern COMMAND = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern FIELD =
      Pattern.compile("\"(id|task|deadline)\": *(?:\"([0-9a-fA-F-]+)\"|([0-9]+)|null)");

  private RunningColumn() {}

  /**
   * @throws IllegalStateException if it is otherwise than any version writes it
   */
  static List<RunningCommand> commands(String column) {
    if (column.equals(NOTHING_RUNS)) {
      return List.of();
    }
    List<RunningCommand> commands = new ArrayList<>();
    for (Matcher each = COMMAND.matcher(column); each.find(); ) {
      commands.add(command(each.group(1)));
    }
    if (commands.size() != column.chars().filter(each -> each == '{').count()) {
      throw unreadable();
    }
    return commands;
  }

  private static RunningCommand command(String fields) {
    UUID id = null;
    UUID task = null;
    Long deadline = null;
    for (Matcher field = FIELD.matcher(fields); field.find(); ) {
      switch (field.group(1)) {
        case "id" -> id = uuid(field.group(2));
        case "task" -> task = uuid(field.group(2));
        default -> deadline = field.group(3) == null ? null : Long.valueOf(field.group(3));
      }
    }
    if (id == null || deadline == null) {
      throw unreadable();
    }
    return new RunningCommand(
        new CommandId(id),
        task == null || task.equals(NO_TASK) ? null : new TaskId(task),
        Columns.time(deadline));
  }

  private static @Nullable UUID uuid(@Nullable String text) {
    return text == null ? null : UUID.fromString(text);
  }

  private static IllegalStateException unreadable() {
    return new IllegalStateException(
        "The column running of a sandbox is not as any version writes it. Look who else writes to the table sandboxes.");
  }
}
