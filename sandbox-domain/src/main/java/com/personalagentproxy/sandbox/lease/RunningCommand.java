package com.personalagentproxy.sandbox.lease;

import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;

/**
 * A command that was admitted and hasn't ended. It keeps the sandbox for the lease's holder until
 * it ends or its deadline has passed (L6).
 *
 * @param task the task it runs for: the holder, or a sub-task of it
 * @param deadline exactly then it counts no more, whatever became of it
 */
public record RunningCommand(CommandId id, TaskId task, Instant deadline) {

  public boolean counts(Instant now) {
    return now.isBefore(deadline);
  }
}
