package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A person's command that asks to be counted in: it counts as use of the sandbox (M8), and for
 * nothing in leases.
 */
public record PersonsCommand(SandboxId sandbox, CommandId id, Instant deadline, Instant now) {

  /** Whether it may be counted in: what an adapter's write must agree with. */
  public boolean holds(Sandbox row) {
    return !row.state().is(StateName.DELETING) && !row.state().is(StateName.LOST);
  }

  /**
   * The row with the command counted in, and without those that are past their deadline. Its count
   * of admissions stays, since those are of tasks' commands.
   */
  public Sandbox after(Sandbox row) {
    List<RunningCommand> running =
        Stream.concat(
                row.running().stream().filter(before -> before.counts(now)),
                Stream.of(new RunningCommand(id, null, deadline)))
            .toList();
    return row.with(row.lease(), row.admissions(), running).usedAtLeastAt(now);
  }
}
