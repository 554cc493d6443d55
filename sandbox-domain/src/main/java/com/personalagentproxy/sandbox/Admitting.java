package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.LeaseRule;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.MoveTable;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Stopwatch;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Counts commands in: decides on the row as it was read, and writes only if it still is so (L1–L6,
 * L9).
 */
final class Admitting {

  private final Ports ports;
  private final Holding holding;

  Admitting(Ports ports, Holding holding) {
    this.ports = ports;
    this.holding = holding;
  }

  /**
   * The row with the command counted in, and whether that took the lease.
   *
   * @param since runs from when the command began to count, however late the store answered
   */
  record Admitted(Sandbox sandbox, boolean tookLease, Stopwatch since) {}

  /** Each look that finds the row changed meant that another command was admitted, so this ends. */
  Answer<Admitted> admit(Sandbox found, Task task, CommandId id, Duration timeout) {
    Optional<Sandbox> row = Optional.of(found);
    while (row.isPresent()) {
      Answer<Optional<Admitted>> looked = look(row.get(), task, id, timeout);
      if (looked instanceof Answer.Refused<Optional<Admitted>> refused) {
        return Answer.refused(refused.refusal());
      }
      Optional<Admitted> admitted = looked.orElseThrow();
      if (admitted.isPresent()) {
        return Answer.done(admitted.get());
      }
      row = ports.store().find(found.id());
    }
    return Answer.refused(StateRefusal.deleted(found));
  }

  private Answer<Optional<Admitted>> look(Sandbox row, Task task, CommandId id, Duration timeout) {
    Optional<Refusal> noCommands =
        StateRefusal.of(MoveTable.next(row.state().name(), Ask.RUN), row);
    if (noCommands.isPresent()) {
      return Answer.refused(noCommands.get());
    }
    Stopwatch since = ports.stopwatch();
    Instant now = ports.now();
    RunningCommand command =
        new RunningCommand(id, task.id(), now.plus(ports.timing().countsFor(timeout)));
    LeaseRule.Decision decision = holding.decide(row, task, now);
    if (decision instanceof LeaseRule.Decision.Refuse refuse) {
      return Answer.refused(holding.inUse(row, refuse.holder(), now));
    }
    boolean takes = decision instanceof LeaseRule.Decision.Take;
    Admission admission =
        decision instanceof LeaseRule.Decision.Keep keep
            ? new Admission.Keep(row.id(), keep.holder(), command, now)
            : new Admission.Take(
                row.id(), row.admissions(), new Lease(task.id(), now), command, now);
    return Answer.done(
        ports
            .store()
            .admit(admission)
            .map(admitted -> new Admitted(admitted, takes && !isHoldersAgain(row, task), since)));
  }

  /** A holder that was left open and came back takes what it had: nothing new for it (L8). */
  private static boolean isHoldersAgain(Sandbox row, Task task) {
    return row.lease() != null && row.lease().holder().equals(task.id());
  }
}
