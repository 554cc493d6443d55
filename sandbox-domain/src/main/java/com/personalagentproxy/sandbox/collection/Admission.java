package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** A command that asks to be counted in, and what it leaves of the lease. */
public sealed interface Admission {

  SandboxId sandbox();

  RunningCommand command();

  /** What is written down of the command, as running, in the same write (H1). */
  Entry entry();

  Instant now();

  /** Whether the row is as the admission says: what an adapter's write must agree with. */
  default boolean holds(Sandbox row) {
    if (row.state().is(StateName.DELETING) || row.state().is(StateName.LOST)) {
      return false;
    }
    if (this instanceof Keep keep) {
      return row.lease() != null && row.lease().holder().equals(keep.holder());
    }
    return row.admissions() == ((Take) this).admissions() && !row.isWorkedIn(now());
  }

  /** The row with the command counted in, and without those that are past their deadline. */
  default Sandbox after(Sandbox row) {
    List<RunningCommand> running =
        Stream.concat(
                row.running().stream().filter(before -> before.counts(now())), Stream.of(command()))
            .toList();
    Lease lease = this instanceof Take take ? take.lease() : row.lease();
    return row.with(lease, row.admissions() + 1, running).usedAtLeastAt(now());
  }

  /** The lease is this holder's and stays so (L2, L4). */
  record Keep(SandboxId sandbox, TaskId holder, RunningCommand command, Entry entry, Instant now)
      implements Admission {}

  /**
   * The lease becomes the given one, if no task's command was admitted since the row was read and
   * none runs (L3, L6, L9).
   *
   * @param admissions the row's count when it was read
   */
  record Take(
      SandboxId sandbox,
      long admissions,
      Lease lease,
      RunningCommand command,
      Entry entry,
      Instant now)
      implements Admission {}
}
