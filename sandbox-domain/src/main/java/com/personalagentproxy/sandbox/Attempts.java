package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Delivery;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

/**
 * Waits for commands, which go on by themselves on threads that no vanished client interrupts,
 * until the server's own deadline: a backend that never answers can't hang a call (X5).
 */
final class Attempts {

  private final Ports ports;
  private final Mover mover;

  Attempts(Ports ports, Mover mover) {
    this.ports = ports;
    this.mover = mover;
  }

  /** Runs a command that was counted in, and waits for its result. */
  Answer<CommandResult> await(Counted turn, Sandbox admitted, Command command, Follower follower) {
    Attempt attempt = new Attempt(ports, mover, command, turn, follower);
    deliver(attempt.delivery());
    Background.Work<Answer<CommandResult>> running;
    try {
      running = ports.background().start(() -> attempt.runAndCountOut(admitted));
    } catch (RejectedExecutionException stopping) {
      Refusal notRun =
          new Refusal.BackendFailed(
              "The server is stopping, so the command was not run. Try again in a minute.");
      attempt.delivery().giveUp();
      attempt.countOut(admitted, new Verdict.Refused(notRun.kind(), notRun.sentence()));
      return Answer.refused(notRun);
    }
    Duration longest = ports.timing().answersWithin(attempt.timeout());
    try {
      return running
          .await(longest)
          .orElseGet(
              () ->
                  Answer.done(
                      attempt.lost(admitted, "The backend didn't answer in time.", longest)));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Answer.refused(
          new Refusal.BackendFailed(
              "The server is stopping, so it isn't known what became of the command. Look in the"
                  + " sandbox before you run it again."));
    } finally {
      attempt.delivery().close();
    }
  }

  private void deliver(Delivery delivery) {
    if (delivery.isWanted()) {
      try {
        Background.Work<Boolean> begun = ports.background().start(delivery::handOn);
        assert begun != null;
      } catch (RejectedExecutionException stopping) {
        delivery.giveUp();
      }
    }
  }
}
