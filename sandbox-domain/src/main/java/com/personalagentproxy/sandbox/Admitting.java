package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.collection.Admission;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.SandboxId;
import com.personalagentproxy.sandbox.collection.SandboxReference;
import com.personalagentproxy.sandbox.collection.SandboxStore.Admitted;
import com.personalagentproxy.sandbox.collection.Shortcut;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.lease.Lease;
import com.personalagentproxy.sandbox.lease.LeaseRule;
import com.personalagentproxy.sandbox.lease.RunningCommand;
import com.personalagentproxy.sandbox.machine.MoveTable;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Stopwatch;
import com.personalagentproxy.sandbox.task.Task;
import com.personalagentproxy.sandbox.task.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  /** What a command that asks to be counted in may come to. */
  sealed interface Turn {
    /**
     * It is its turn: the row with the command counted in, and the entry that says so.
     *
     * @param since runs from when the command began to count, however late the store answered
     */
    record Own(Sandbox sandbox, Task task, Entry entry, Stopwatch since) implements Turn {}

    /** An earlier call with the same {@code exec_id} had it (X11). */
    record Earlier(Entry first) implements Turn {}
  }

  /** Counts a command in by the short way; empty if that isn't open to it. */
  Optional<Turn.Own> keep(
      Standing standing,
      Caller caller,
      @Nullable String sandbox,
      Execution.Order order,
      Draft draft) {
    Optional<SandboxReference> reference = SandboxReference.of(Text.trimmed(sandbox));
    Optional<TaskId> named = TaskId.parse(Text.trimmed(caller.task()));
    if (reference.isEmpty() || (caller.task() != null && named.isEmpty())) {
      return Optional.empty();
    }
    Stopwatch since = ports.stopwatch();
    Instant now = ports.now();
    Shortcut.Next next =
        new Shortcut.Next(
            caller.agent(),
            ids(standing.where(Action.SEE)),
            ids(standing.where(Action.USE)),
            reference.get(),
            named.orElse(null),
            new CommandId(ports.newId()),
            now.plus(ports.timing().countsFor(order.command().timeout())),
            order.asked(),
            draft.at(),
            now);
    return certain(next.command(), draft, () -> ports.shortcut().keep(next))
        .map(kept -> own(next, kept, since, draft));
  }

  private static Turn.Own own(
      Shortcut.Next next, Shortcut.Kept kept, Stopwatch since, Draft draft) {
    draft.found(kept.sandbox());
    draft.isFor(kept.task());
    draft.command(next.asked());
    draft.admitted();
    Entry entry =
        draft.entry(EntryId.of(next.command()), new Verdict.Running(next.deadline(), false));
    return new Turn.Own(kept.sandbox(), kept.task(), entry, since);
  }

  private static List<ConnectionId> ids(List<Connection> connections) {
    return connections.stream().map(Connection::id).toList();
  }

  /**
   * Counts in; or fails, and then the command isn't counted in. When the answer got lost nobody
   * knows whether it was, or will yet be. So its entry is written, as failed: a write that is still
   * on its way can't be done beside that. If the entry is there already the command was counted in,
   * and is counted out again, since it won't be run. If neither can be it counts until its
   * deadline.
   */
  private <T> T certain(CommandId command, Draft draft, Supplier<T> countingIn) {
    try {
      return countingIn.get();
    } catch (RuntimeException failure) {
      if (failure instanceof StorageException known && known.isNothingDone()) {
        throw failure;
      }
      EntryId id = EntryId.of(command);
      try {
        ports.activity().write(draft.entry(id, new Verdict.Failed(failure.getClass().getName())));
        draft.admitted();
      } catch (RuntimeException isThereOrAway) {
        takeBack(id, draft, failure);
      }
      throw failure;
    }
  }

  private void takeBack(EntryId id, Draft draft, RuntimeException failure) {
    try {
      ports
          .activity()
          .find(id)
          .ifPresent(
              entry -> {
                draft.admitted();
                if (entry.about() instanceof About.OfSandbox sandbox) {
                  ports
                      .store()
                      .end(new SandboxId(sandbox.id()), id.command(), Attempt.NOT_RUN, ports.now());
                }
              });
    } catch (RuntimeException another) {
      failure.addSuppressed(another);
    }
  }

  /** A command that asks to be counted in. */
  private record Asker(Task task, CommandId id, Execution.Order order, Draft draft) {}

  /** Each look that finds the row changed meant that another command was admitted, so this ends. */
  Answer<Turn> admit(Sandbox found, Task task, Execution.Order order, Draft draft) {
    Asker asker = new Asker(task, new CommandId(ports.newId()), order, draft);
    Optional<Sandbox> row = Optional.of(found);
    while (row.isPresent()) {
      // After the row was read: who holds it now may be an earlier call of the same id.
      Optional<Entry> first = earlier(found, asker);
      if (first.isPresent()) {
        return Answer.done(new Turn.Earlier(first.get()));
      }
      Answer<Optional<Turn>> looked = look(row.get(), asker);
      if (looked instanceof Answer.Refused<Optional<Turn>> refused) {
        return Answer.refused(refused.refusal());
      }
      Optional<Turn> turn = looked.orElseThrow();
      if (turn.isPresent()) {
        return Answer.done(turn.get());
      }
      row = ports.store().find(found.id());
    }
    return Answer.refused(StateRefusal.deleted(found));
  }

  private Optional<Entry> earlier(Sandbox row, Asker asker) {
    ExecKey key = asker.order().key();
    return key == null
        ? Optional.empty()
        : ports.activity().commandOf(asker.draft().agent().id(), row.id().value(), key);
  }

  private Answer<Optional<Turn>> look(Sandbox row, Asker asker) {
    Optional<Refusal> noCommands =
        StateRefusal.of(MoveTable.next(row.state().name(), Ask.RUN), row);
    if (noCommands.isPresent()) {
      return Answer.refused(noCommands.get());
    }
    Stopwatch since = ports.stopwatch();
    Instant now = ports.now();
    LeaseRule.Decision decision = holding.decide(row, asker.task(), now);
    if (decision instanceof LeaseRule.Decision.Refuse refuse) {
      return Answer.refused(holding.inUse(row, refuse.holder(), now));
    }
    Admission admission = admission(row, asker, decision, now);
    Admitted admitted = certain(asker.id(), asker.draft(), () -> ports.store().admit(admission));
    if (admitted instanceof Admitted.In in) {
      asker.draft().admitted();
      return Answer.done(
          Optional.of(new Turn.Own(in.row(), asker.task(), admission.entry(), since)));
    }
    return Answer.done(
        admitted instanceof Admitted.Repeated repeated
            ? Optional.of(new Turn.Earlier(repeated.first()))
            : Optional.empty());
  }

  private Admission admission(Sandbox row, Asker asker, LeaseRule.Decision decision, Instant now) {
    Instant deadline = now.plus(ports.timing().countsFor(asker.order().command().timeout()));
    RunningCommand command = new RunningCommand(asker.id(), asker.task().id(), deadline);
    boolean takes = decision instanceof LeaseRule.Decision.Take && !isHoldersAgain(row, asker);
    Entry entry = asker.draft().entry(EntryId.of(asker.id()), new Verdict.Running(deadline, takes));
    return decision instanceof LeaseRule.Decision.Keep keep
        ? new Admission.Keep(row.id(), keep.holder(), command, entry, now)
        : new Admission.Take(
            row.id(), row.admissions(), new Lease(asker.task().id(), now), command, entry, now);
  }

  /** A holder that was left open and came back takes what it had: nothing new for it (L8). */
  private static boolean isHoldersAgain(Sandbox row, Asker asker) {
    return row.lease() != null && row.lease().holder().equals(asker.task().id());
  }
}
