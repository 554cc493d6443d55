package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.ExecKey;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command: counts it in (which takes or keeps the lease), wakes the machine, runs it there,
 * counts it out. Whoever may not work in the sandbox is refused before it is counted in, and
 * nothing wakes for it (M4).
 */
final class Execution {

  private final Checks checks;
  private final Admitting admitting;
  private final Repetition repetition;
  private final Attempts attempts;

  Execution(Ports ports, Checks checks, Holding holding, Mover mover) {
    this.checks = checks;
    this.admitting = new Admitting(ports, holding);
    this.repetition = new Repetition(ports);
    this.attempts = new Attempts(ports, mover);
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

  private Answer<CommandResult> await(Admitting.Turn.Own turn, Order order, Follower follower) {
    return attempts.await(
        Counted.forTask(turn.task(), turn.entry(), turn.since()),
        turn.sandbox(),
        order.command(),
        follower);
  }
}
