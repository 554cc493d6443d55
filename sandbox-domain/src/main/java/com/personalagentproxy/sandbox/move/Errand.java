package com.personalagentproxy.sandbox.move;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.machine.Generation;
import com.personalagentproxy.sandbox.machine.MoveTable.Ask;
import com.personalagentproxy.sandbox.machine.StateName;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What one caller asks of one sandbox, and what it has seen of it so far. Used by one thread. */
final class Errand {

  /** How often who waits looks at the row without a notice. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  private final Ask ask;
  private final Permit permit;
  private final String reason;
  private final Duration atMost;
  private final long begun = System.nanoTime();

  private Sandbox last;
  private @Nullable CompletableFuture<Optional<Refusal>> own;
  private @Nullable Generation joined;
  private boolean wasAsleep;

  Errand(Sandbox first, Ask ask, Permit permit, String reason, Duration atMost) {
    this.last = first;
    this.ask = ask;
    this.permit = permit;
    this.reason = reason;
    this.atMost = atMost;
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

  /** The caller won the claim, and this is what becomes of it. */
  void carries(Sandbox claimed, CompletableFuture<Optional<Refusal>> move) {
    sees(claimed);
    own = move;
    joined = claimed.generation();
  }

  /** The move under way is the one asked for. */
  void joins(Sandbox row) {
    if (!row.generation().equals(joined)) {
      joined = row.generation();
      own = null;
    }
  }

  /** Why the caller's own move failed, once that is known. */
  Optional<Refusal> ownFailure() {
    return own != null && own.isDone() ? own.join() : Optional.empty();
  }

  /**
   * Why the move that was joined ended without bringing the sandbox where it was asked to be; empty
   * if another move has gone past it, or none was joined.
   */
  Optional<Refusal> joinedInVain(Sandbox row) {
    if (!row.generation().equals(joined)) {
      return Optional.empty();
    }
    return lastWords()
        .or(
            () ->
                Optional.of(
                    new Refusal.BackendFailed(
                        "Sandbox %s is %s: %s Its files are kept. Try again later."
                            .formatted(
                                Words.quoted(row.name().text()),
                                row.state().name().word().replace('_', ' '),
                                row.reason()))));
  }

  /**
   * Why the caller's own move failed, when the row shows already that it is over: the row is
   * settled a moment before the move's words arrive, so this waits that moment.
   */
  Optional<Refusal> lastWords() {
    if (own != null) {
      try {
        return own.get(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException stillAtTheBackend) {
        return Optional.empty();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException broken) {
        throw new CompletionException(broken.getCause());
      }
    }
    return Optional.empty();
  }

  /**
   * Waits for the next notice, for a bounded time.
   *
   * @return false if the caller has waited as long as it may
   */
  boolean await(SettledMoves.Watch watch) {
    Duration left = atMost.minus(elapsed());
    if (left.isNegative() || left.isZero()) {
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

  Moved moved() {
    return new Moved(last, wasAsleep && ask == Ask.WAKE ? elapsed() : null);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
