package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;

/** A command that asks to be counted in, and what it leaves of the lease. */
public sealed interface Admission {

  SandboxId sandbox();

  RunningCommand command();

  /** What is written down of the command, as running, in the same write (H1). */
  Entry entry();

  Instant now();

  /** The lease is this holder's and stays so (L2, L4). */
  record Keep(SandboxId sandbox, TaskId holder, RunningCommand command, Entry entry, Instant now)
      implements Admission {}

  /**
   * The lease becomes the given one, if no command was admitted since the row was read and none
   * runs (L3, L6, L9).
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
