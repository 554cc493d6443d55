package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineState;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Port: the sandboxes. Every write is one guarded write: it carries what it leaves, and says
 * whether it found that (M1, M8). So of any number of writers that leave the same, on any number of
 * servers, exactly one wins. Implementations are safe for use by many threads; times are kept to
 * the microsecond.
 */
public interface SandboxStore {

  /** What adding came to. */
  sealed interface Added {
    record New(Sandbox sandbox) implements Added {}

    /** Its connection has one of that name (N1); nothing was added. */
    record NameTaken(Sandbox bearer) implements Added {}

    /** The same creation key made this one before (N2); nothing was added. */
    record MadeBefore(Sandbox sandbox) implements Added {}
  }

  /**
   * Adds a sandbox. Names are unique in a connection by {@link SandboxName#key}, creation keys in a
   * connection too; the creation key is looked at first.
   */
  Added add(Sandbox sandbox);

  Optional<Sandbox> find(SandboxId sandbox);

  /** Those of that name in the connections; at most one for each. */
  List<Sandbox> named(SandboxName name, Collection<ConnectionId> connections);

  /** A page, newest first (N3); the next page starts after its last entry. */
  List<Sandbox> page(PageRequest request);

  /**
   * Claims a move: if the row is as the guard says, its state becomes {@code to} and its generation
   * grows by one (M1, M2).
   *
   * @return the row after it; empty if the row isn't as the guard says, or isn't there
   */
  Optional<Sandbox> claim(SandboxId sandbox, Guard leaves, MachineState.OnTheWay to, String reason);

  /**
   * Claims the sleep of those that are idle, as {@link #claim} does of one: whether they are is
   * looked at inside the write, on each row as it is then (M1, M2, M8, M9). Fair to all
   * connections: of each the one that is idle for longest comes first, then each one's second, and
   * so on; within a turn whoever is so for longest. Of any number that claim at once, on any number
   * of servers, no two get the same, and none waits for another: a row that somebody else is
   * writing may be passed over, and is claimed the next time if it is idle still.
   *
   * @param limit how many at most; at least one
   * @return the rows after it, in any order; fewer than the limit only if all others that were idle
   *     were just being written
   */
  List<Sandbox> claimIdle(Idleness idle, MachineState.OnTheWay to, String reason, int limit);

  /**
   * Settles a move: if the row is still in that move's state at that generation, it becomes {@code
   * to}, at the same generation. When {@code to} is awake, it was last used at {@code to.since()}
   * (M8).
   *
   * @return the row after it; empty if another claim has gone past
   */
  Optional<Sandbox> settle(SandboxId sandbox, Guard leaves, MachineState.Settled to, String reason);

  /**
   * Takes the row out, if it is {@code deleting} at that generation; its name is free then (M7).
   *
   * @return whether it was taken out
   */
  boolean remove(SandboxId sandbox, Generation generation);

  /** What admitting came to. */
  sealed interface Admitted {
    /** It is counted in and written down as running. */
    record In(Sandbox row) implements Admitted {}

    /** The row isn't as the admission says, or isn't there; nothing was changed. */
    record NotAsSaid() implements Admitted {}

    /**
     * The agent's command with this {@code exec_id} was admitted before (X11); nothing was changed.
     */
    record Repeated(Entry first) implements Admitted {}
  }

  /**
   * Admits a command, if the lease is as the admission says and the machine is not being deleted
   * and not lost: keeps or takes the lease, counts the command in as use, forgets those past their
   * deadline, and writes down its entry in the {@code Activity}. One write, whatever the machine's
   * state (L2, L9, M4, H1). Of an agent's commands in a sandbox with one {@code exec_id} one is
   * admitted, until it was certainly not run; that one is looked at first (X11).
   */
  Admitted admit(Admission admission);

  /**
   * Counts a person's command in, if the machine is not being deleted and not lost: as use, and for
   * nothing in leases. Nothing is written down.
   *
   * @return the row after it; empty if it may not be counted in, or there is no row
   */
  Optional<Sandbox> countIn(PersonsCommand command);

  /**
   * Counts a command out; the sandbox was last used at that time. In the same write its entry ends
   * so, if it hasn't ended and whether or not the sandbox is still there (H1, H2).
   *
   * @return false if it was not counted in any more
   */
  boolean end(SandboxId sandbox, CommandId command, Verdict.Ending ending, Instant now);

  /**
   * The entries of commands that are written down as running and whose deadline is at or before
   * now: the longest overdue first. Their server was killed; the sandbox may be gone.
   */
  List<Entry> abandoned(Instant now, int limit);

  /**
   * Those of them that have a row, in any order (M12). The answer may come from a copy of the rows
   * that lags behind, if by less than {@code Timing.orphanGrace}: that is what the grace time is
   * for. Nothing is decided by it alone but for machines that the backend has had for longer.
   *
   * @param sandboxes at most a few hundred
   */
  List<Sandbox> known(Collection<SandboxId> sandboxes);

  /**
   * On the way with a deadline at or before now (M6). Fair to all connections: of each the longest
   * overdue comes first, then each one's second, and so on; within a turn the longest overdue.
   */
  List<Sandbox> overdue(Instant now, int limit);
}
