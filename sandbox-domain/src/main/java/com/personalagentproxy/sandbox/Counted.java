package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.move.Stopwatch;
import com.personalagentproxy.sandbox.task.Task;
import org.jspecify.annotations.Nullable;

/**
 * A command that was counted in.
 *
 * @param task for which it is; absent for a person's
 * @param entry what is written down of it; absent for a person's
 * @param whose in words, such as “the task “Fix the flaky test””
 * @param since runs from when it began to count
 */
record Counted(
    CommandId id, @Nullable Task task, @Nullable Entry entry, String whose, Stopwatch since) {

  static Counted forTask(Task task, Entry entry, Stopwatch since) {
    return new Counted(
        entry.id().command(), task, entry, "the task " + Words.quoted(task.title()), since);
  }

  static Counted forPerson(CommandId id, String name, Stopwatch since) {
    return new Counted(id, null, null, Words.named(name), since);
  }
}
