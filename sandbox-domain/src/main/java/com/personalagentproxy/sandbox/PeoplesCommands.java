package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.collection.PersonsCommand;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Stopwatch;
import java.time.Instant;
import java.util.Optional;

/**
 * Runs commands of people, who are asked by nobody which task has the sandbox. While one runs the
 * sandbox is in use (M8); for leases it isn't there. It is not written down: the history is of
 * agents (H1). Safe for use by many threads.
 */
public final class PeoplesCommands {

  private final Ports ports;
  private final Attempts attempts;

  public PeoplesCommands(Ports ports, Mover mover) {
    this.ports = ports;
    this.attempts = new Attempts(ports, mover);
  }

  /** Runs a command in a sandbox that the person sees. */
  public Answer<CommandResult> run(
      Person person, Sandbox found, CommandRequest request, Follower follower) {
    return Command.of(request.command(), request.stdin(), request.cwd(), request.timeout())
        .then(command -> run(person, found, command, follower));
  }

  private Answer<CommandResult> run(
      Person person, Sandbox found, Command command, Follower follower) {
    Optional<String> stopped = follower.stopped();
    if (stopped.isPresent()) {
      return Answer.refused(Refusal.Stopped.beforeItRan(stopped.get()));
    }
    CommandId id = new CommandId(ports.newId());
    Stopwatch since = ports.stopwatch();
    Instant now = ports.now();
    Instant deadline = now.plus(ports.timing().countsFor(command.timeout()));
    Optional<Sandbox> admitted = countIn(new PersonsCommand(found.id(), id, deadline, now));
    return admitted
        .map(
            row ->
                attempts.await(Counted.forPerson(id, person.name(), since), row, command, follower))
        .orElseGet(() -> Answer.refused(whyNot(found)));
  }

  /**
   * When the answer is lost it may be counted in, or yet be: it is counted out again, as far as
   * that goes, since it won't be run. Else it counts until its deadline.
   */
  private Optional<Sandbox> countIn(PersonsCommand command) {
    try {
      return ports.store().countIn(command);
    } catch (StorageException failure) {
      if (!failure.isNothingDone()) {
        try {
          ports.store().end(command.sandbox(), command.id(), Attempt.NOT_RUN, ports.now());
        } catch (RuntimeException another) {
          failure.addSuppressed(another);
        }
      }
      throw failure;
    }
  }

  private Refusal whyNot(Sandbox found) {
    Sandbox now = ports.store().find(found.id()).orElse(null);
    if (now == null) {
      return StateRefusal.deleted(found);
    }
    return now.state().is(StateName.LOST) ? StateRefusal.lost(now) : StateRefusal.deleting(now);
  }
}
