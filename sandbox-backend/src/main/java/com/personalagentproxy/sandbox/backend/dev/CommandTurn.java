package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.machine.BackendException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * One command's turn in an awake machine, once its runner was asked for it: until it has ended, by
 * itself or because its time is up or nobody waits any more, and what it leaves behind is seen to.
 *
 * @param processes the command's, as far as is known by then
 */
record CommandTurn(
    long number,
    RunningCommand command,
    Supplier<Processes> processes,
    Runner runner,
    AwakeMachine machine) {

  /** On a busy computer the kernel takes its time. */
  private static final Duration KILL = Duration.ofSeconds(15);

  /** The runner may have to start many other commands first. */
  private static final Duration DRAINED = Duration.ofSeconds(15);

  private static final String NOBODY_WAITS = "The server stopped waiting for the command.";

  /**
   * How the command ended. One whose thread is interrupted is ended, and the thread stays
   * interrupted.
   *
   * @throws BackendException.Unreachable if some of it may still run
   */
  Outcome untilItsEnd(Duration timeout) {
    boolean isInterrupted = false;
    try {
      Outcome outcome;
      try {
        outcome = awaitEnd(timeout);
      } catch (InterruptedException stop) {
        isInterrupted = true;
        outcome = stopped();
      }
      finish();
      return outcome;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Outcome awaitEnd(Duration timeout) throws InterruptedException {
    Outcome outcome = command.end().await(timeout);
    if (outcome == null) {
      return timeIsUp();
    }
    if (outcome instanceof Outcome.Lost && machine.isAwake()) {
      // It runs no more is what that says.
      ending().inTime();
    }
    return outcome;
  }

  private Outcome timeIsUp() throws InterruptedException {
    Outcome lost = ending().inTime();
    return lost == null ? new Outcome.TimedOut() : lost;
  }

  /** Ends it as when its time is up, and says how its own process ended. */
  private Outcome stopped() {
    try {
      Outcome lost = ending().inTime();
      Outcome how = lost == null ? command.end().await(Duration.ZERO) : lost;
      return how == null ? new Outcome.Lost(NOBODY_WAITS) : how;
    } catch (InterruptedException again) {
      boolean none = processes.get().kill(KILL);
      Thread.currentThread().interrupt();
      if (!none) {
        throw new BackendException.Unreachable(NOBODY_WAITS + " Some of it may still run.", again);
      }
      return new Outcome.Lost(NOBODY_WAITS);
    }
  }

  private Ending ending() {
    return new Ending(processes.get(), command.end(), machine::end);
  }

  /** How the command ended is known: that the rest of its output can't be had changes nothing. */
  private void finish() {
    try {
      command.drain();
      if (machine.isAwake()) {
        leaveBehind();
      }
    } catch (IOException pipesAreGone) {
      // What was carried until now is what there is.
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sees to it that a child left behind isn't ended by a broken pipe: the runner reads on what it
   * prints.
   */
  private void leaveBehind() throws IOException, InterruptedException {
    int asked = 0;
    for (String held : command.stillHeld()) {
      asked += runner.ask("drain", number, held) ? 1 : 0;
    }
    // If the runner doesn't, the machine is ending, and the child with it.
    command.end().awaitDrained(asked, DRAINED);
  }
}
