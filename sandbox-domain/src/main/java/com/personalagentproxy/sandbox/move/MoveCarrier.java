package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Idleness;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineId;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The second half of a move: asks the backend for what was claimed, then settles the row (M1, M5).
 * Whoever comes here has won the claim, so nobody else asks the backend at this generation.
 */
final class MoveCarrier {

  /** A command whose server was killed doesn't hold up the delete for longer. */
  private static final Duration TO_SAY_BY_WHOM = Duration.ofSeconds(2);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** How far behind its machine a row is brought forward at once. */
  private static final int MOST_STEPS = 10_000;

  private final Ports ports;

  MoveCarrier(Ports ports) {
    this.ports = ports;
  }

  /** Claims a move. Empty if the row isn't as the guard says any more. */
  Optional<Sandbox> claim(Sandbox row, Guard leaves, Move move, String reason) {
    return ports.store().claim(row.id(), leaves, begun(move), reason);
  }

  /** Claims the sleep of those that are idle, so many at most (M8). */
  List<Sandbox> claimIdle(Idleness idle, String reason, int most) {
    return ports.store().claimIdle(idle, begun(Move.SLEEP), reason, most);
  }

  private MachineState.OnTheWay begun(Move move) {
    Instant now = ports.now();
    return new MachineState.OnTheWay(move, now, now.plus(allowed(move)));
  }

  private Duration allowed(Move move) {
    return switch (move) {
      case MAKE -> ports.timing().makeWithin();
      case WAKE -> ports.timing().wakeWithin();
      case SLEEP -> ports.timing().sleepWithin();
      case DELETE -> ports.timing().deleteWithin();
    };
  }

  /** Carries out a claimed move and settles the row. */
  Ending carryOut(Sandbox claimed, Move move) {
    MachineBackend backend = ports.backend();
    MachineId machine = claimed.id().machine();
    try {
      switch (move) {
        case MAKE -> backend.make(machine, claimed.generation());
        case WAKE -> backend.wake(machine, claimed.generation());
        case SLEEP -> backend.sleep(machine, claimed.generation());
        case DELETE -> backend.delete(machine, claimed.generation());
      }
      return settleAsMeant(claimed, move)
          .<Ending>map(Ending.Settled::new)
          .orElseGet(Ending.Overtaken::new);
    } catch (BackendException.StaleGeneration stale) {
      return caughtUp(claimed, move, stale.seen())
          .map(higher -> carryOut(higher, move))
          .orElseGet(Ending.Overtaken::new);
    } catch (BackendException failure) {
      return new Ending.Failed(settleAfter(failure, claimed, move));
    } finally {
      ports.settledMoves().announce(claimed.id());
    }
  }

  /**
   * The row at a higher generation than the backend has seen. Mostly somebody else has gone past
   * and settles it; but a database that was restored has forgotten moves that its machines have
   * seen, and must not be stuck for that (M6).
   *
   * @return empty if somebody has gone past
   */
  private Optional<Sandbox> caughtUp(Sandbox claimed, Move move, Generation seen) {
    Optional<Sandbox> row = ports.store().find(claimed.id()).filter(Guard.of(claimed)::holds);
    for (int step = 0; step < MOST_STEPS && row.isPresent(); step++) {
      Sandbox behind = row.get();
      if (behind.generation().compareTo(seen) > 0) {
        return row;
      }
      row = claim(behind, Guard.of(behind), move, behind.reason());
    }
    return Optional.empty();
  }

  /** Settles a row at rest whose machine the backend hasn't any more. */
  void settleLost(Sandbox row, String reason) {
    settle(row, StateName.LOST, reason);
    ports.settledMoves().announce(row.id());
  }

  private Optional<Sandbox> settleAsMeant(Sandbox claimed, Move move) {
    return switch (move) {
      case MAKE, WAKE -> settle(claimed, StateName.AWAKE, claimed.reason());
      case SLEEP -> settle(claimed, StateName.ASLEEP, claimed.reason());
      case DELETE -> {
        letCommandsEnd(claimed);
        yield ports.store().remove(claimed.id(), claimed.generation())
            ? Optional.of(claimed)
            : Optional.empty();
      }
    };
  }

  /**
   * The commands that ran in a deleted machine have ended, and those that waited for it are waked:
   * each gets a moment to look at the row and say by whom, before the row goes (L7, M7).
   */
  private void letCommandsEnd(Sandbox claimed) {
    ports.settledMoves().announce(claimed.id());
    Stopwatch waiting = ports.stopwatch();
    try {
      while (waiting.elapsed().compareTo(TO_SAY_BY_WHOM) < 0
          && ports
              .store()
              .find(claimed.id())
              .filter(row -> row.isRunningCommands(ports.now()))
              .isPresent()) {
        ports.settledMoves().watch(claimed.id()).await(LOOK_AGAIN);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private Refusal settleAfter(BackendException failure, Sandbox claimed, Move move) {
    String why = MoveFailure.why(failure);
    switch (move) {
      case MAKE -> {
        return clearUp(claimed, MoveFailure.MAKING + why)
            ? MoveFailure.of(claimed, move, failure)
            : MoveFailure.notClearedUp(claimed, failure);
      }
      case WAKE -> {
        if (failure instanceof BackendException.MachineGone) {
          settle(claimed, StateName.LOST, why);
        } else if (failure instanceof BackendException.Failed) {
          settle(claimed, StateName.ASLEEP, MoveFailure.WAKING + why);
        } else {
          repair(claimed, MoveFailure.WAKING_UNKNOWN + why);
        }
      }
      case SLEEP -> {
        if (failure instanceof BackendException.MachineGone) {
          settle(claimed, StateName.LOST, why);
        } else {
          repair(claimed, MoveFailure.SLEEPING + why);
        }
      }
      case DELETE -> {
        // Stays deleting: it is tried again until the backend says that it is gone (M7).
      }
    }
    return MoveFailure.of(claimed, move, failure);
  }

  /**
   * A make that failed is deleted again: whatever there is of it goes, and its name is free (M5).
   *
   * @return false if the backend hasn't done it yet; it is tried again
   */
  private boolean clearUp(Sandbox claimed, String reason) {
    return claim(claimed, Guard.of(claimed), Move.DELETE, reason)
        .filter(deleting -> carryOut(deleting, Move.DELETE) instanceof Ending.Settled)
        .isPresent();
  }

  /**
   * Takes over a move that was left half done: a higher generation first, then the backend is asked
   * how the machine is and told so at that generation, which fences it against calls that are still
   * on their way (M2, M6). While the backend doesn't answer, the row stays on the way and is due
   * again at its new deadline.
   */
  void repair(Sandbox stuck, String reason) {
    if (stuck.state() instanceof MachineState.OnTheWay way) {
      // A delete that is tried again is still the one that somebody asked for.
      String because = way.move() == Move.DELETE ? stuck.reason() : reason;
      claim(stuck, Guard.of(stuck), way.move(), because)
          .ifPresent(
              claimed -> {
                if (way.move() == Move.DELETE) {
                  carryOut(claimed, Move.DELETE);
                } else {
                  settleAsTheBackendSays(claimed, way.move());
                }
              });
    }
  }

  /**
   * Takes a lost row back into use, since the backend lists its machine again: claimed first, then
   * asked about like a move that was left half done.
   */
  void bringBack(Sandbox lost, Condition listed) {
    // Who asks meanwhile joins the move that ends where it will.
    Move move = listed == Condition.AWAKE ? Move.WAKE : Move.SLEEP;
    claim(lost, Guard.of(lost), move, "The backend has its machine again.")
        .ifPresent(claimed -> settleAsTheBackendSays(claimed, move));
  }

  private void settleAsTheBackendSays(Sandbox claimed, Move move) {
    MachineBackend backend = ports.backend();
    MachineId machine = claimed.id().machine();
    try {
      switch (backend.inspect(machine)) {
        case AWAKE -> {
          backend.wake(machine, claimed.generation());
          settle(claimed, StateName.AWAKE, claimed.reason());
        }
        case ASLEEP -> {
          backend.sleep(machine, claimed.generation());
          settle(claimed, StateName.ASLEEP, claimed.reason());
        }
        case ABSENT -> {
          if (move == Move.MAKE) {
            clearUp(claimed, MoveFailure.MAKING + "the backend has no machine for it.");
          } else {
            settle(claimed, StateName.LOST, "The backend has no machine for it any more.");
          }
        }
      }
    } catch (BackendException.StaleGeneration stale) {
      caughtUp(claimed, move, stale.seen())
          .ifPresent(higher -> settleAsTheBackendSays(higher, move));
    } catch (BackendException stillNoAnswer) {
      // It is due again at its deadline.
    } finally {
      ports.settledMoves().announce(claimed.id());
    }
  }

  private Optional<Sandbox> settle(Sandbox claimed, StateName to, String reason) {
    return ports
        .store()
        .settle(claimed.id(), Guard.of(claimed), new MachineState.Settled(to, ports.now()), reason);
  }
}
