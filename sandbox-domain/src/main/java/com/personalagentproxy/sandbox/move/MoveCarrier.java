package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Guard;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.machine.MachineBackend.Condition;
import com.personalagentproxy.sandbox.machine.MachineState;
import com.personalagentproxy.sandbox.machine.Move;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The second half of a move: asks the backend for what was claimed, then settles the row (M1, M5).
 * Whoever comes here has won the claim, so nobody else asks the backend at this generation.
 */
final class MoveCarrier {

  private final Ports ports;

  MoveCarrier(Ports ports) {
    this.ports = ports;
  }

  /** Claims a move. Empty if the row isn't as the guard says any more. */
  Optional<Sandbox> claim(Sandbox row, Guard leaves, Move move, String reason) {
    Instant now = ports.now();
    return ports
        .store()
        .claim(
            row.id(),
            leaves,
            new MachineState.OnTheWay(move, now, now.plus(allowed(move))),
            reason);
  }

  /** How long a move may take until it counts as stuck (M6). */
  Duration allowed(Move move) {
    return switch (move) {
      case MAKE -> ports.timing().makeWithin();
      case WAKE -> ports.timing().wakeWithin();
      case SLEEP -> ports.timing().sleepWithin();
      case DELETE -> ports.timing().deleteWithin();
    };
  }

  /**
   * Carries out a claimed move and settles the row.
   *
   * @return why it failed; empty if it succeeded, or if another claim has gone past and settles it
   */
  Optional<Refusal> carryOut(Sandbox claimed, Move move) {
    MachineBackend backend = ports.backend();
    try {
      switch (move) {
        case MAKE -> backend.make(claimed.id().machine(), claimed.generation());
        case WAKE -> backend.wake(claimed.id().machine(), claimed.generation());
        case SLEEP -> backend.sleep(claimed.id().machine(), claimed.generation());
        case DELETE -> backend.delete(claimed.id().machine(), claimed.generation());
      }
      settleAsMeant(claimed, move);
      return Optional.empty();
    } catch (BackendException.StaleGeneration anotherWentPast) {
      return Optional.empty();
    } catch (BackendException failure) {
      return Optional.of(settleAfter(failure, claimed, move));
    } finally {
      ports.settledMoves().announce(claimed.id());
    }
  }

  /**
   * Takes over a move that was left half done: a higher generation first, then the backend is asked
   * how the machine is and told so at that generation, which fences it against calls that are still
   * on their way (M2, M6).
   *
   * @return why it isn't settled yet; empty if it is, or if another has taken it over
   */
  Optional<Refusal> repair(Sandbox stuck, String reason) {
    if (!(stuck.state() instanceof MachineState.OnTheWay way)) {
      return Optional.empty();
    }
    return claim(stuck, Guard.of(stuck), way.move(), reason)
        .flatMap(
            claimed ->
                way.move() == Move.DELETE
                    ? carryOut(claimed, Move.DELETE)
                    : settleAsTheBackendSays(claimed, way.move(), reason));
  }

  /** Settles a row at rest whose machine the backend hasn't any more. */
  void settleLost(Sandbox row, String reason) {
    settle(row, StateName.LOST, reason);
    ports.settledMoves().announce(row.id());
  }

  private void settleAsMeant(Sandbox claimed, Move move) {
    switch (move) {
      case MAKE, WAKE -> settle(claimed, StateName.AWAKE, claimed.reason());
      case SLEEP -> settle(claimed, StateName.ASLEEP, claimed.reason());
      case DELETE -> ports.store().remove(claimed.id(), claimed.generation());
    }
  }

  private Refusal settleAfter(BackendException failure, Sandbox claimed, Move move) {
    String name = Words.quoted(claimed.name().text());
    String why = failure.getMessage() == null ? "It gave no reason." : failure.getMessage();
    switch (move) {
      case MAKE -> clearUp(claimed, why);
      case WAKE -> {
        if (failure instanceof BackendException.MachineGone) {
          settle(claimed, StateName.LOST, why);
        } else if (failure instanceof BackendException.Failed) {
          settle(claimed, StateName.ASLEEP, "Waking failed: " + why);
        } else {
          repair(claimed, "Waking got no answer: " + why);
        }
      }
      case SLEEP -> {
        if (failure instanceof BackendException.MachineGone) {
          settle(claimed, StateName.LOST, why);
        } else {
          repair(claimed, "Putting it to sleep failed: " + why);
        }
      }
      case DELETE -> {
        // Stays deleting: it is tried again until the backend says that it is gone (M7).
      }
    }
    return new Refusal.BackendFailed(
        switch (move) {
          case MAKE ->
              "Sandbox %s could not be made: %s Its name is free again. Try again later."
                  .formatted(name, why);
          case WAKE ->
              "Sandbox %s could not be woken: %s Its files are kept. Try again later."
                  .formatted(name, why);
          case SLEEP ->
              "Sandbox %s could not be put to sleep: %s Its files are kept. Try again later."
                  .formatted(name, why);
          case DELETE ->
              "Sandbox %s is not gone yet: %s Deleting is tried again until it is."
                  .formatted(name, why);
        });
  }

  private void clearUp(Sandbox claimed, String why) {
    claim(claimed, Guard.of(claimed), Move.DELETE, "Making it failed: " + why)
        .ifPresent(deleting -> carryOut(deleting, Move.DELETE));
  }

  private Optional<Refusal> settleAsTheBackendSays(Sandbox claimed, Move move, String reason) {
    MachineBackend backend = ports.backend();
    try {
      Condition condition = backend.inspect(claimed.id().machine());
      switch (condition) {
        case AWAKE -> {
          backend.wake(claimed.id().machine(), claimed.generation());
          settle(claimed, StateName.AWAKE, reason);
        }
        case ASLEEP -> {
          backend.sleep(claimed.id().machine(), claimed.generation());
          settle(claimed, StateName.ASLEEP, reason);
        }
        case ABSENT -> {
          if (move == Move.MAKE) {
            clearUp(claimed, "the backend has no machine for it.");
          } else {
            settle(claimed, StateName.LOST, "The backend has no machine for it any more.");
          }
        }
      }
      return Optional.empty();
    } catch (BackendException.StaleGeneration anotherWentPast) {
      return Optional.empty();
    } catch (BackendException stillAway) {
      return Optional.of(
          new Refusal.BackendFailed(
              "Sandbox %s is still %s, since the backend doesn't answer: %s Try again later."
                  .formatted(
                      Words.quoted(claimed.name().text()),
                      claimed.state().name().word().replace('_', ' '),
                      stillAway.getMessage())));
    } finally {
      ports.settledMoves().announce(claimed.id());
    }
  }

  private void settle(Sandbox claimed, StateName to, String reason) {
    ports
        .store()
        .settle(claimed.id(), Guard.of(claimed), new MachineState.Settled(to, ports.now()), reason);
  }
}
