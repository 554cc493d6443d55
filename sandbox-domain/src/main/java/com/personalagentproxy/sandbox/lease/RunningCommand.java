package com.personalagentproxy.sandbox.lease;

import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command that was counted in and hasn't ended. A task's keeps the sandbox for the lease's holder
 * until it ends or its deadline has passed (L6); a person's keeps it from falling asleep only (M8).
 *
 * @param task the task it runs for: the holder, or a sub-task of it; absent for a person's
 * @param deadline exactly then it counts no more, whatever became of it
 */
public record RunningCommand(CommandId id, @Nullable TaskId task, Instant deadline) {

  public boolean counts(Instant now) {
    return now.isBefore(deadline);
  }

  /** Whether it keeps the sandbox for the lease's holder (L6). */
  public boolean countsForLease(Instant now) {
    return task != null && counts(now);
  }
}
