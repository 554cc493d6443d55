package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs a command: counts it in (which takes or keeps the lease), wakes the machine, runs it there,
 * counts it out. Whoever may not work in the sandbox is refused before it is counted in, and
 * nothing wakes for it (M4).
 */
final class Execution {

  private final Ports ports;
  private final Admitting admitting;
  private final Mover mover;

  Execution(Ports ports, Holding holding, Mover mover) {
    this.ports = ports;
    this.admitting = new Admitting(ports, holding);
    this.mover = mover;
  }

  static Answer<Command> check(CommandRequest request) {
    return Command.of(request.command(), request.stdin(), request.cwd(), request.timeout());
  }

  Answer<CommandResult> run(Sandbox found, Task task, Command command) {
    CommandId id = new CommandId(ports.newId());
    return admitting
        .admit(found, task, id, command.timeout())
        .then(admitted -> await(new Attempt(ports, mover, task, id, command, admitted), admitted));
  }

  /**
   * Waits for the attempt, which goes on by itself on a thread that no vanished client interrupts,
   * until the server's own deadline: a backend that never answers can't hang a call (X5).
   */
  private Answer<CommandResult> await(Attempt attempt, Admitting.Admitted admitted) {
    Background.Work<Answer<CommandResult>> running;
    try {
      running = ports.background().start(() -> attempt.runAndCountOut(admitted.sandbox()));
    } catch (RejectedExecutionException stopping) {
      attempt.countOut(admitted.sandbox());
      return Answer.refused(
          new Refusal.BackendFailed(
              "The server is stopping, so the command was not run. Try again in a minute."));
    }
    Duration longest = ports.timing().answersWithin(attempt.timeout());
    try {
      return running
          .await(longest)
          .orElseGet(
              () ->
                  Answer.done(
                      attempt.lost(
                          admitted.sandbox(), "The backend didn't answer in time.", longest)));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Answer.refused(
          new Refusal.BackendFailed(
              "The server is stopping, so it isn't known what became of the command. Look in the sandbox before you run it again."));
    }
  }
}
