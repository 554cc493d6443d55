package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named computer in a connection, as the store has it at one moment.
 *
 * @param madeBy in words: the agent or the person
 * @param creationKey the caller's idempotency key, with the caller's own id before it (N2)
 * @param generation that of the move claimed last (M2)
 * @param reason why it made its last move, in a sentence for people and agents
 * @param lastUsed when its last command began or ended, or it was made or woken if none has since
 *     (M8)
 * @param lease who took it last; whether it still counts is for {@code LeaseRule} to say
 * @param admissions how many commands of tasks were ever admitted; only grows, so a write can be
 *     fenced on “none since I looked”
 * @param running the commands that were admitted and not counted out; some may be past their
 *     deadline
 */
public record Sandbox(
    SandboxId id,
    ConnectionId connection,
    SandboxName name,
    Instant madeAt,
    String madeBy,
    @Nullable String creationKey,
    MachineState state,
    Generation generation,
    String reason,
    Instant lastUsed,
    @Nullable Lease lease,
    long admissions,
    List<RunningCommand> running) {

  /** Nothing happens to a sandbox before this, whatever a clock says. */
  public static final Instant EARLIEST = Instant.EPOCH;

  /** Nothing happens to a sandbox after this, whatever a clock says. */
  public static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  public Sandbox {
    running = List.copyOf(running);
  }

  /** Whether a command counts as running now, be it a person's. */
  public boolean isRunningCommands(Instant now) {
    return running.stream().anyMatch(command -> command.counts(now));
  }

  /** Whether a task's command counts as running now, which keeps the lease (L6). */
  public boolean isWorkedIn(Instant now) {
    return running.stream().anyMatch(command -> command.countsForLease(now));
  }

  /** How many commands count as running now. */
  public int runningCommands(Instant now) {
    return (int) running.stream().filter(command -> command.counts(now)).count();
  }

  /** As it is in another state, with the reason for it. */
  public Sandbox in(MachineState other, Generation atGeneration, String because) {
    return with(other, atGeneration, because, lastUsed, lease, admissions, running);
  }

  /** As it is once a move was claimed: on the way, at the next generation (M1, M2). */
  public Sandbox claimed(MachineState.OnTheWay to, String because) {
    return in(to, generation.next(), because);
  }

  /**
   * As it is once its move was settled: at the same generation; awake, it was last used then (M8).
   */
  public Sandbox settled(MachineState.Settled to, String because) {
    Sandbox settled = in(to, generation, because);
    return to.is(StateName.AWAKE) ? settled.usedAt(to.since()) : settled;
  }

  /** Whether the command is counted in. */
  public boolean isRunning(CommandId command) {
    return running.stream().anyMatch(each -> each.id().equals(command));
  }

  /** As it is once the command was counted out: last used then. */
  public Sandbox without(CommandId command, Instant now) {
    return with(
            lease, admissions, running.stream().filter(each -> !each.id().equals(command)).toList())
        .usedAtLeastAt(now);
  }

  /** As it is when last used at that time, or later if it was. */
  public Sandbox usedAtLeastAt(Instant time) {
    return time.isAfter(lastUsed) ? usedAt(time) : this;
  }

  /** As it is when last used at another time. */
  public Sandbox usedAt(Instant time) {
    return with(state, generation, reason, time, lease, admissions, running);
  }

  /** As it is with other commands, lease and count of admissions. */
  public Sandbox with(@Nullable Lease other, long counted, List<RunningCommand> commands) {
    return with(state, generation, reason, lastUsed, other, counted, commands);
  }

  /** All that ever changes. */
  private Sandbox with(
      MachineState newState,
      Generation newGeneration,
      String newReason,
      Instant newLastUsed,
      @Nullable Lease newLease,
      long newAdmissions,
      List<RunningCommand> newRunning) {
    return new Sandbox(
        id,
        connection,
        name,
        madeAt,
        madeBy,
        creationKey,
        newState,
        newGeneration,
        newReason,
        newLastUsed,
        newLease,
        newAdmissions,
        newRunning);
  }
}
