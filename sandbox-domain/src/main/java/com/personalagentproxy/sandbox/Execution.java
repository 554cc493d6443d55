package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Delivery;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.move.Background;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command: counts it in (which takes or keeps the lease), wakes the machine, runs it there,
 * counts it out. Whoever may not work in the sandbox is refused before it is counted in, and
 * nothing wakes for it (M4).
 */
final class Execution {

  private final Ports ports;
  private final Checks checks;
  private final Admitting admitting;
  private final Repetition repetition;
  private final Mover mover;

  Execution(Ports ports, Checks checks, Holding holding, Mover mover) {
    this.ports = ports;
    this.checks = checks;
    this.admitting = new Admitting(ports, holding);
    this.repetition = new Repetition(ports);
    this.mover = mover;
  }

  /**
   * A command that was checked and not begun.
   *
   * @param key by which the same call is known again; absent if it isn't to be (X11)
   */
  record Order(Command command, @Nullable ExecKey key) {

    AskedCommand asked() {
      return AskedCommand.of(command.line(), key);
    }
  }

  static Answer<Order> check(CommandRequest request) {
    return Command.of(request.command(), request.stdin(), request.cwd(), request.timeout())
        .then(
            command ->
                request.execId() == null
                    ? Answer.done(new Order(command, null))
                    : ExecKey.of(request.execId(), command).map(key -> new Order(command, key)));
  }

  /** Goes the short way if that is open, else checks one thing after the other. */
  Answer<CommandResult> run(
      Standing standing, Caller caller, CommandRequest request, Follower follower, Draft draft) {
    Answer<Order> checked = check(request);
    Optional<Admitting.Turn.Own> kept =
        checked instanceof Answer.Done<Order> order && !follower.isStopped()
            ? admitting.keep(standing, caller, request.sandbox(), order.value(), draft)
            : Optional.empty();
    return kept.isPresent()
        ? await(kept.get(), checked.orElseThrow(), follower)
        : checks
            .found(standing, request.sandbox(), Action.USE, draft)
            .then(
                found ->
                    checked.then(
                        order ->
                            checks
                                .task(caller, draft)
                                .then(task -> run(found.sandbox(), task, order, follower, draft))));
  }

  private Answer<CommandResult> run(
      Sandbox found, Task task, Order order, Follower follower, Draft draft) {
    AskedCommand asked = order.asked();
    draft.command(asked);
    Optional<String> stopped = follower.stopped();
    if (stopped.isPresent()) {
      return Answer.refused(Refusal.Stopped.beforeItRan(stopped.get()));
    }
    return admitting
        .admit(found, task, order, draft)
        .then(
            turn -> {
              if (turn instanceof Admitting.Turn.Own own) {
                return await(own, order, follower);
              }
              Entry first = ((Admitting.Turn.Earlier) turn).first();
              draft.repeats(first.id());
              return repetition.answer(found, first, asked, follower);
            });
  }

  /**
   * Waits for the attempt, which goes on by itself on a thread that no vanished client interrupts,
   * until the server's own deadline: a backend that never answers can't hang a call (X5).
   */
  private Answer<CommandResult> await(Admitting.Turn.Own turn, Order order, Follower follower) {
    Attempt attempt = new Attempt(ports, mover, order.command(), turn, follower);
    Sandbox admitted = turn.sandbox();
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
