package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What one caller asks of one sandbox, and what it has seen of it so far. Used by one thread. */
final class Errand {

  /** How often who waits looks at the row without a notice. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  private final Ask ask;
  private final Permit permit;
  private final String reason;
  private final Duration atMost;
  private final Stopwatch stopwatch;

  private Sandbox last;
  private boolean wasAsleep;
  private @Nullable Generation joined;
  private boolean joinedMake;
  private @Nullable Own own;
  private boolean hasClaimed;
  private BooleanSupplier isGivenUp = () -> false;

  /** The move that the caller claimed itself. */
  private record Own(Sandbox claimed, Background.Work<Ending> ending) {

    /** Whether the row shows that the move is over, so that its ending is known in a moment. */
    boolean isOver(Optional<Sandbox> row) {
      return row.isEmpty()
          || !row.get().generation().equals(claimed.generation())
          || !row.get().state().is(claimed.state().name());
    }
  }

  Errand(
      Sandbox first, Ask ask, Permit permit, String reason, Duration atMost, Stopwatch stopwatch) {
    this.last = first;
    this.ask = ask;
    this.permit = permit;
    this.reason = reason;
    this.atMost = atMost;
    this.stopwatch = stopwatch;
    sees(first);
  }

  /** The caller may give it up: then it waits no longer, and what was begun goes on. */
  Errand untilGivenUp(BooleanSupplier givenUp) {
    isGivenUp = givenUp;
    return this;
  }

  Ask ask() {
    return ask;
  }

  Permit permit() {
    return permit;
  }

  String reason() {
    return reason;
  }

  /** The row as it was seen last. */
  Sandbox last() {
    return last;
  }

  void sees(Sandbox row) {
    last = row;
    wasAsleep |= row.state().is(StateName.ASLEEP) || row.state().is(StateName.WAKING);
  }

  /** The caller won a claim, or made the row: whatever happens now, something was done. */
  void claims() {
    hasClaimed = true;
  }

  /** Whether the caller has changed anything. */
  boolean hasClaimed() {
    return hasClaimed;
  }

  /** The caller won the claim, and this is what becomes of it. */
  void carries(Sandbox claimed, Background.Work<Ending> ending) {
    sees(claimed);
    own = new Own(claimed, ending);
    joined = claimed.generation();
  }

  /** Whether the caller's own move is still under way, whatever the row shows. */
  boolean carriesOne() {
    return own != null;
  }

  /**
   * Whether that is a make: one that fails is cleared up, and its ending says more than the row.
   */
  boolean carriesMake() {
    return own != null && own.claimed().state().isMaking();
  }

  /** The move under way is the one asked for. */
  void joins(Sandbox row) {
    joined = row.generation();
    joinedMake |= row.state().isMaking();
  }

  /** Whether the move that was joined first was the make. */
  boolean hasJoinedMake() {
    return joinedMake;
  }

  /** The move under way is another: what was joined before is over. */
  void waits() {
    joined = null;
  }

  /**
   * Whether the move that was joined ended without bringing the sandbox where it was asked to be:
   * at its own generation, or at the next one when its failure was repaired or somebody has moved
   * the sandbox on since.
   */
  boolean hasJoinedInVain(Sandbox row) {
    return joined != null && row.generation().compareTo(joined.next()) <= 0;
  }

  /** What became of the caller's own move, once that is known; told once. */
  Optional<Ending> ownEnding(Optional<Sandbox> row) {
    Own move = own;
    if (move == null) {
      return Optional.empty();
    }
    try {
      Optional<Ending> ending = move.ending().await(move.isOver(row) ? LOOK_AGAIN : Duration.ZERO);
      if (ending.isPresent()) {
        own = null;
      }
      return ending;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * Waits for the next notice, for a bounded time.
   *
   * @return false if the caller has waited as long as it may
   */
  boolean await(SettledMoves.Watch watch) {
    Duration left = atMost.minus(stopwatch.elapsed());
    if (left.isNegative() || left.isZero() || isGivenUp.getAsBoolean()) {
      return false;
    }
    try {
      watch.await(left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether the caller may wait any longer. */
  boolean hasTimeLeft() {
    return stopwatch.elapsed().compareTo(atMost) < 0;
  }

  Moved moved() {
    return new Moved(last, wasAsleep && ask == Ask.WAKE ? stopwatch.elapsed() : null);
  }
}
