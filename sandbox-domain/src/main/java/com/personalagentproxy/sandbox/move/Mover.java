package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.MoveTable;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Brings sandboxes where they are asked to be: claims the move, or joins the one under way, and
 * waits for it within a bound (M1, M3). Safe for use by many threads; keeps nothing between calls.
 */
public final class Mover {

  private final Ports ports;
  private final MoveCarrier carrier;

  public Mover(Ports ports) {
    this.ports = ports;
    this.carrier = new MoveCarrier(ports);
  }

  /** Makes the machine of a sandbox that was just added, and waits for it. */
  public Answer<Moved> make(Sandbox added) {
    Errand errand = errand(added, Ask.WAKE, Permit.ALWAYS, added.reason());
    start(errand, added, Move.MAKE);
    return bring(errand);
  }

  /** Wakes it unless it is awake. */
  public Answer<Moved> wake(Sandbox row, String reason) {
    return bring(errand(row, Ask.WAKE, Permit.ALWAYS, reason));
  }

  /**
   * Likewise, for a caller that may give it up: it waits no longer then, and what was begun goes on
   * without it.
   */
  public Answer<Moved> wake(Sandbox row, String reason, BooleanSupplier isGivenUp) {
    return bring(errand(row, Ask.WAKE, Permit.ALWAYS, reason).untilGivenUp(isGivenUp));
  }

  /**
   * Wakes one that the store calls awake and the backend found asleep (M10), for a caller that may
   * give it up.
   */
  public Answer<Moved> wakeFoundAsleep(Sandbox row, String reason, BooleanSupplier isGivenUp) {
    Errand errand = errand(row, Ask.WAKE, Permit.ALWAYS, reason).untilGivenUp(isGivenUp);
    carrier
        .claim(row, Guard.of(row), Move.WAKE, reason)
        .ifPresent(claimed -> start(errand, claimed, Move.WAKE));
    return bring(errand);
  }

  /**
   * The backend has no machine for it any more: it is lost, unless another move has begun since the
   * row was read.
   */
  public void lose(Sandbox row, String reason) {
    carrier.settleLost(row, reason);
  }

  /** Puts it to sleep unless it is asleep; whatever runs in it is ended. For people. */
  public Answer<Moved> sleep(Sandbox row, String reason) {
    return bring(errand(row, Ask.SLEEP, Permit.ALWAYS, reason));
  }

  /**
   * Puts it to sleep, if the row as it is read isn't refused and no command was admitted since. For
   * agents (L7).
   *
   * @param refusal why not; asked for each row that is read
   */
  public Answer<Moved> sleep(
      Sandbox row, Function<Sandbox, Optional<Refusal>> refusal, String reason) {
    return bring(errand(row, Ask.SLEEP, untouched(refusal), reason));
  }

  /** Deletes it and waits until it is gone; whatever runs in it is ended. For people. */
  public Answer<Moved> delete(Sandbox row, String reason) {
    return bring(errand(row, Ask.DELETE, Permit.ALWAYS, reason));
  }

  /**
   * Deletes it, if the row as it is read isn't refused; whatever runs in it is ended. For people
   * who may do so only as long as something holds.
   *
   * @param refusal why not; asked for each row that is read
   */
  public Answer<Moved> deleteUnless(
      Sandbox row, Function<Sandbox, Optional<Refusal>> refusal, String reason) {
    return bring(errand(row, Ask.DELETE, unless(refusal, Guard::of), reason));
  }

  /**
   * Deletes it, if the row as it is read isn't refused and no command was admitted since. For
   * agents (L7).
   *
   * @param refusal why not; asked for each row that is read
   */
  public Answer<Moved> delete(
      Sandbox row, Function<Sandbox, Optional<Refusal>> refusal, String reason) {
    return bring(errand(row, Ask.DELETE, untouched(refusal), reason));
  }

  private Errand errand(Sandbox row, Ask ask, Permit permit, String reason) {
    return new Errand(row, ask, permit, reason, ports.timing().waitAtMost(), ports.stopwatch());
  }

  private static Permit untouched(Function<Sandbox, Optional<Refusal>> refusal) {
    return unless(refusal, Guard::untouched);
  }

  private static Permit unless(
      Function<Sandbox, Optional<Refusal>> refusal, Function<Sandbox, Guard> guard) {
    return row ->
        refusal
            .apply(row)
            .<Answer<Guard>>map(Answer::refused)
            .orElseGet(() -> Answer.done(guard.apply(row)));
  }

  private void start(Errand errand, Sandbox claimed, Move move) {
    errand.claims();
    errand.carries(claimed, begun(claimed, move));
  }

  /** A server that stops begins nothing in the background any more; what is claimed is done yet. */
  private Background.Work<Ending> begun(Sandbox claimed, Move move) {
    try {
      return ports.background().start(() -> carrier.carryOut(claimed, move));
    } catch (RejectedExecutionException stopping) {
      Ending ending = carrier.carryOut(claimed, move);
      return atMost -> Optional.of(ending);
    }
  }

  private Answer<Moved> bring(Errand errand) {
    try {
      return broughtBy(errand);
    } catch (StorageException failure) {
      throw errand.hasClaimed() ? failure.afterSomethingWasDone() : failure;
    }
  }

  private Answer<Moved> broughtBy(Errand errand) {
    while (true) {
      SettledMoves.Watch watch = ports.settledMoves().watch(errand.last().id());
      Optional<Sandbox> row = ports.store().find(errand.last().id());
      Optional<Ending> own = errand.ownEnding(row);
      Optional<Answer<Moved>> end =
          own.flatMap(ending -> after(ending, errand, row))
              .or(() -> row.isEmpty() ? Optional.of(gone(errand)) : Optional.empty())
              .or(() -> step(errand, row.orElseThrow(), watch));
      if (end.isPresent()) {
        return end.get();
      }
    }
  }

  /** What the end of the caller's own move comes to; empty to look at the row. */
  private static Optional<Answer<Moved>> after(Ending own, Errand errand, Optional<Sandbox> row) {
    if (own instanceof Ending.Settled settled) {
      errand.sees(settled.sandbox());
      return Optional.of(Answer.done(errand.moved()));
    }
    boolean isThereAllTheSame =
        row.map(
                there ->
                    MoveTable.next(there.state().name(), errand.ask()) == MoveTable.Next.ALREADY)
            .orElse(errand.ask() == Ask.DELETE);
    return own instanceof Ending.Failed failed && !isThereAllTheSame
        ? Optional.of(Answer.refused(failed.refusal()))
        : Optional.empty();
  }

  private static Answer<Moved> gone(Errand errand) {
    if (errand.ask() == Ask.DELETE) {
      return Answer.done(errand.moved());
    }
    return Answer.refused(
        errand.hasJoinedMake()
            ? MoveFailure.joinedMake(errand.last())
            : StateRefusal.deleted(errand.last()));
  }

  /** One look at the row: what it comes to, or empty to look again. */
  private Optional<Answer<Moved>> step(Errand errand, Sandbox row, SettledMoves.Watch watch) {
    errand.sees(row);
    MoveTable.Next next = MoveTable.next(row.state().name(), errand.ask());
    return switch (next) {
      case ALREADY, LEAVE -> Optional.of(Answer.done(errand.moved()));
      case CLAIM_MAKE -> claim(errand, row, Move.MAKE, watch);
      case CLAIM_SLEEP -> claim(errand, row, Move.SLEEP, watch);
      case CLAIM_WAKE -> claim(errand, row, Move.WAKE, watch);
      case CLAIM_DELETE -> claim(errand, row, Move.DELETE, watch);
      case JOIN -> {
        errand.joins(row);
        yield await(errand, row, watch);
      }
      case WAIT -> wait(errand, row, watch);
      case REFUSE_TAKEN, REFUSE_LOST, REFUSE_DELETING ->
          errand.carriesMake()
              ? await(errand, row, watch)
              : StateRefusal.of(next, row).map(Answer::refused);
    };
  }

  /** Who may not move it needn't wait to be told so (M4). */
  private static Optional<Answer<Moved>> wait(
      Errand errand, Sandbox row, SettledMoves.Watch watch) {
    errand.waits();
    return !errand.carriesOne()
            && errand.permit().check(row) instanceof Answer.Refused<Guard> refused
        ? Optional.of(Answer.refused(refused.refusal()))
        : await(errand, row, watch);
  }

  /**
   * Whoever has claimed one hears first how that ended, also when others have moved it on since.
   */
  private Optional<Answer<Moved>> claim(
      Errand errand, Sandbox row, Move move, SettledMoves.Watch watch) {
    if (errand.carriesOne()) {
      return await(errand, row, watch);
    }
    if (errand.hasJoinedInVain(row)) {
      return Optional.of(Answer.refused(MoveFailure.joined(row)));
    }
    Answer<Guard> permit = errand.permit().check(row);
    if (permit instanceof Answer.Refused<Guard> refused) {
      return Optional.of(Answer.refused(refused.refusal()));
    }
    Optional<Sandbox> claimed = carrier.claim(row, permit.orElseThrow(), move, errand.reason());
    claimed.ifPresent(won -> start(errand, won, move));
    return claimed.isPresent() || errand.hasTimeLeft()
        ? Optional.empty()
        : Optional.of(stillMoving(row));
  }

  private static Optional<Answer<Moved>> await(
      Errand errand, Sandbox row, SettledMoves.Watch watch) {
    return errand.await(watch) ? Optional.empty() : Optional.of(stillMoving(row));
  }

  private static Answer<Moved> stillMoving(Sandbox row) {
    return Answer.refused(new Refusal.StillMoving(row.name().text(), row.state().name().word()));
  }
}
