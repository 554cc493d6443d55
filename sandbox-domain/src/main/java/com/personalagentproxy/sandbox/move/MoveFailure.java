package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.Move;
import java.util.stream.Stream;

/** Says to callers why a move failed, what became of the sandbox, and what to do next (M5). */
final class MoveFailure {

  /** How the reasons of rows begin whose last move failed, and was repaired. */
  static final String MAKING = "Making it failed: ";

  static final String WAKING = "Waking it failed: ";
  static final String WAKING_UNKNOWN = "Waking it got no answer: ";
  static final String SLEEPING = "Putting it to sleep failed: ";

  private MoveFailure() {}

  /** Whether the row's reason tells of a move that failed. */
  static boolean isReasonOf(Sandbox row) {
    return Stream.of(MAKING, WAKING, WAKING_UNKNOWN, SLEEPING).anyMatch(row.reason()::startsWith);
  }

  /** For whoever asked for the move. */
  static Refusal of(Sandbox claimed, Move move, BackendException failure) {
    if (failure instanceof BackendException.MachineGone && move != Move.MAKE) {
      return StateRefusal.lost(claimed, why(failure));
    }
    String sentence =
        switch (move) {
          case MAKE -> "Sandbox %s could not be made: %s Its name is free again. Try again later.";
          case WAKE -> "Sandbox %s could not be woken: %s Its files are kept. Try again later.";
          case SLEEP ->
              "Sandbox %s could not be put to sleep: %s Its files are kept. Try again later.";
          case DELETE -> "Sandbox %s is not gone yet: %s Deleting is tried again until it is.";
        };
    return new Refusal.BackendFailed(
        sentence.formatted(Words.quoted(claimed.name().text()), why(failure)));
  }

  /** For whoever asked for a make that failed, and that the backend hasn't cleared up yet. */
  static Refusal notClearedUp(Sandbox claimed, BackendException failure) {
    return new Refusal.BackendFailed(
        "Sandbox %s could not be made: %s It is being cleared up, and its name is free when that is done. Use another name meanwhile."
            .formatted(Words.quoted(claimed.name().text()), why(failure)));
  }

  /** For whoever joined a make whose row is gone: a make that failed is cleared up. */
  static Refusal joinedMake(Sandbox row) {
    return new Refusal.NotFound(
        "Sandbox %s could not be made, or was deleted as soon as it was, and its name is free. Try again."
            .formatted(Words.quoted(row.name().text())));
  }

  /** For whoever joined the move, from what the row says of it. */
  static Refusal joined(Sandbox row) {
    String sentence =
        "Sandbox %s is %s: %s Its files are kept. Try again later."
            .formatted(
                Words.quoted(row.name().text()),
                row.state().name().word().replace('_', ' '),
                row.reason());
    return isReasonOf(row) ? new Refusal.BackendFailed(sentence) : new Refusal.WrongState(sentence);
  }

  static String why(BackendException failure) {
    return failure.getMessage() == null ? "It gave no reason." : failure.getMessage();
  }
}
