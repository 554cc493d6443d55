package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.LeaseRule;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what the lease rule asks about, and puts its refusals in words (L1–L7). */
final class Holding {

  private final Ports ports;

  Holding(Ports ports) {
    this.ports = ports;
  }

  /** Whether the task may work in the sandbox as it was read. */
  LeaseRule.Decision decide(Sandbox row, Task task, Instant now) {
    Lease lease = row.lease();
    return LeaseRule.decide(
        lease,
        lease == null ? null : ports.tasks().find(lease.holder()).orElse(null),
        row.running(),
        ports.tasks().lineage(task.id()),
        now);
  }

  /** Why the task may not put the sandbox to sleep or delete it, if it may not (L7). */
  Optional<Refusal> refusal(Sandbox row, Task task, Instant now) {
    if (decide(row, task, now) instanceof LeaseRule.Decision.Refuse refuse) {
      return Optional.of(inUse(row, refuse.holder(), now));
    }
    return row.isWorkedIn(now)
        ? Optional.of(new Refusal.CommandRunning(row.name().text()))
        : Optional.empty();
  }

  /** The refusal that names the holder (L5). */
  Refusal inUse(Sandbox row, @Nullable Task holder, Instant now) {
    return new Refusal.InUse(
        row.name().text(),
        holder == null ? null : holder.title(),
        holder == null ? null : holder.agent().name(),
        row.isWorkedIn(now) ? Duration.ZERO : Duration.between(lastWorkedIn(row, holder), now));
  }

  /** The use of the sandbox may be a person's, and the holder's work may be elsewhere. */
  private static Instant lastWorkedIn(Sandbox row, @Nullable Task holder) {
    return holder != null && holder.lastActive().isBefore(row.lastUsed())
        ? holder.lastActive()
        : row.lastUsed();
  }
}
