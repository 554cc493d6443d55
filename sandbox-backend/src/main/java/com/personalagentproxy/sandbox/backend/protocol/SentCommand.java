package com.personalagentproxy.sandbox.backend.protocol;

import com.personalagentproxy.sandbox.machine.MachineId;
import java.time.Duration;
import java.util.UUID;

/**
 * A command that is asked for, by the name that this server gave it. Whoever reads its answer and
 * is interrupted has the service end it, and reads on, for how it ended. Used by one thread.
 */
final class SentCommand {

  /** Something that is waited for; once more after it was interrupted. */
  @FunctionalInterface
  interface Wait<T> {
    T until(Deadline latest) throws Cut, InterruptedException;
  }

  private final UUID exec = UUID.randomUUID();
  private final Service service;
  private final MachineId machine;
  private final Patience patience;
  private Deadline latest;
  private boolean isInterrupted;
  private boolean isNamed = true;

  /**
   * @param latest when its answer has to be whole
   */
  SentCommand(Service service, MachineId machine, Patience patience, Deadline latest) {
    this.service = service;
    this.machine = machine;
    this.patience = patience;
    this.latest = latest;
  }

  UUID exec() {
    return exec;
  }

  /** Whether the service is told its name. */
  boolean isNamed() {
    return isNamed;
  }

  /** From now on it is asked for without its name. */
  void leaveNameOut() {
    isNamed = false;
  }

  /** When its answer has to be whole. */
  Deadline latest() {
    return latest;
  }

  boolean isInterrupted() {
    return isInterrupted;
  }

  /**
   * Waits for the next part of its answer, which has begun.
   *
   * @throws InterruptedException if the service doesn't end it, or the thread is interrupted again:
   *     then it is to be hung up
   */
  <T> T await(Wait<T> wait) throws Cut, InterruptedException {
    try {
      return wait.until(latest);
    } catch (InterruptedException stop) {
      if (isInterrupted) {
        throw stop;
      }
      isInterrupted = true;
      latest = latestOfItsEnd(stop);
      return wait.until(latest);
    }
  }

  private Deadline latestOfItsEnd(InterruptedException stop) throws InterruptedException {
    if (!isNamed) {
      throw stop;
    }
    Deadline until = Deadline.in(patience.introduce());
    try {
      return latestOfItsEnd(until, patience.gone(), stop);
    } catch (Cut.NoAnswer mayBeStale) {
      try {
        // The call that was cut may have begun to end it, and so this one finds it gone.
        return latestOfItsEnd(until, patience.beyondCommand(), stop);
      } catch (Cut noAnswer) {
        stop.addSuppressed(noAnswer);
      }
    } catch (Cut noAnswer) {
      stop.addSuppressed(noAnswer);
    }
    throw stop;
  }

  /**
   * @param gone how long to wait for the outcome, which may be on its way, of one that is gone
   */
  private Deadline latestOfItsEnd(Deadline until, Duration gone, InterruptedException stop)
      throws Cut, InterruptedException {
    Reply reply =
        service.once("DELETE", "/machines/%s/exec/%s".formatted(machine, exec), null, until);
    if (reply.status() == Reply.NO_CONTENT) {
      return Deadline.in(patience.beyondCommand());
    }
    if (ErrorAnswer.of(reply).code().equals(ErrorAnswer.COMMAND_GONE)) {
      return Deadline.in(gone);
    }
    throw stop;
  }
}
