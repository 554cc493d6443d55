package com.personalagentproxy.sandbox.lease;

import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a task may work in a sandbox, and whether it takes it by that (L1–L6). */
public final class LeaseRule {

  private LeaseRule() {}

  /** The decision. */
  public sealed interface Decision {
    /** The sandbox is free: the task may take it (L1, L3). */
    record Take() implements Decision {}

    /** The task has it, or is a sub-task of the holder, which stays the holder (L2, L4). */
    record Keep(TaskId holder) implements Decision {}

    /**
     * Another task has it (L5).
     *
     * @param holder absent if the holder isn't known any more and only its command keeps the
     *     sandbox (L6)
     */
    record Refuse(@Nullable Task holder) implements Decision {}
  }

  /**
   * Decides from what was read.
   *
   * @param holder the lease's holder as it is now; absent when there is no lease, or when its
   *     holder isn't known any more
   * @param running the sandbox's commands
   * @param lineage the asking task, then those above it; {@link Task#DEEPEST} of them count, so one
   *     that goes round in a circle or has no end does no harm
   */
  public static Decision decide(
      @Nullable Lease lease,
      @Nullable Task holder,
      List<RunningCommand> running,
      List<TaskId> lineage,
      Instant now) {
    if (lease == null || !isHeld(holder, running, now)) {
      return new Decision.Take();
    }
    return lineage.stream().limit(Task.DEEPEST + 1L).anyMatch(lease.holder()::equals)
        ? new Decision.Keep(lease.holder())
        : new Decision.Refuse(holder);
  }

  /**
   * Whether a lease with this holder keeps its sandbox: the holder is under way (L2), or a task's
   * command still runs (L6).
   */
  public static boolean isHeld(@Nullable Task holder, List<RunningCommand> running, Instant now) {
    return (holder != null && holder.state(now) == Task.State.UNDER_WAY)
        || running.stream().anyMatch(command -> command.countsForLease(now));
  }
}
