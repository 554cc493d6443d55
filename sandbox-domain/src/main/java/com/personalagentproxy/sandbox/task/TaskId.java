package com.personalagentproxy.sandbox.task;

import com.personalagentproxy.sandbox.answer.Text;
import java.util.Optional;
import java.util.UUID;

/** Names a task for good. */
public record TaskId(UUID value) {

  /** The id that a text spells out in full; empty if it spells none. */
  public static Optional<TaskId> parse(String text) {
    return Text.id(text).map(TaskId::new);
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
