package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandId;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputCollector;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Moved;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command: checks it, counts it in (which takes or keeps the lease), wakes the machine, runs
 * it there, counts it out. What is refused was not counted in, and nothing woke for it (M4).
 */
final class Execution {

  /** How often a machine that is found asleep is woken again for one command (M10). */
  private static final int TRIES = 3;

  private final Ports ports;
  private final Admitting admitting;
  private final Mover mover;

  Execution(Ports ports, Holding holding, Mover mover) {
    this.ports = ports;
    this.admitting = new Admitting(ports, holding);
    this.mover = mover;
  }

  Answer<CommandResult> run(Sandbox found, Task task, CommandRequest request) {
    return Command.of(request.command(), request.stdin(), request.cwd(), request.timeout())
        .then(
            command -> {
              CommandId id = new CommandId(UUID.randomUUID());
              return admitting
                  .admit(found, task, id, command.timeout())
                  .then(admitted -> runAdmitted(admitted, task, id, command));
            });
  }

  private Answer<CommandResult> runAdmitted(
      Admitting.Admitted admitted, Task task, CommandId id, Command command) {
    try {
      return new Attempt(task, id, command, admitted.tookLease()).run(admitted.sandbox());
    } finally {
      ports.store().end(admitted.sandbox().id(), id, ports.now());
      ports.tasks().active(task.id(), ports.now());
    }
  }

  /** One command on its way to its result. */
  private final class Attempt {
    private final Task task;
    private final CommandId id;
    private final Command command;
    private final boolean tookLease;
    private final OutputCollector stdout = new OutputCollector();
    private final OutputCollector stderr = new OutputCollector();
    private @Nullable Duration wakeTook;

    Attempt(Task task, CommandId id, Command command, boolean tookLease) {
      this.task = task;
      this.id = id;
      this.command = command;
      this.tookLease = tookLease;
    }

    Answer<CommandResult> run(Sandbox admitted) {
      Answer<Moved> awake =
          admitted.state().is(StateName.AWAKE)
              ? Answer.done(new Moved(admitted, null))
              : mover.wake(
                  admitted,
                  "It was woken by a command of the task %s."
                      .formatted(Words.quoted(task.title())));
      for (int tries = 1; ; tries++) {
        if (awake instanceof Answer.Refused<Moved> refused) {
          return Answer.refused(refused.refusal());
        }
        Moved moved = awake.orElseThrow();
        wakeTook = moved.wakeTook() == null ? wakeTook : moved.wakeTook();
        try {
          return runOn(moved.sandbox());
        } catch (BackendException.MachineAsleep | BackendException.StaleGeneration asleep) {
          if (tries == TRIES) {
            return failed(moved.sandbox(), asleep);
          }
          awake = wakeAgain(moved.sandbox(), asleep);
        } catch (BackendException.MachineGone gone) {
          mover.lose(moved.sandbox(), gone.getMessage() == null ? "" : gone.getMessage());
          return failed(moved.sandbox(), gone);
        } catch (BackendException failure) {
          return failed(moved.sandbox(), failure);
        }
      }
    }

    private Answer<Moved> wakeAgain(Sandbox row, BackendException why) {
      return why instanceof BackendException.MachineAsleep
          ? mover.wakeFoundAsleep(row, "It was found asleep, and woken by a command.")
          : mover.wake(row, "It was woken by a command.");
    }

    private Answer<CommandResult> runOn(Sandbox awake) {
      long begun = System.nanoTime();
      Outcome outcome = outcomeOn(awake);
      Duration took = Duration.ofNanos(System.nanoTime() - begun);
      if (outcome instanceof Outcome.NoSuchFolder missing) {
        return Answer.refused(
            new Refusal.Invalid(
                "cwd",
                "There is no folder %s in sandbox %s, so the command was not run. Make it with mkdir -p first, or give another cwd."
                    .formatted(Words.quoted(missing.cwd()), Words.quoted(awake.name().text()))));
      }
      return Answer.done(
          new CommandResult(
              id,
              outcome instanceof Outcome.Lost lost ? explained(lost, awake) : outcome,
              stdout.output(),
              stderr.output(),
              took,
              wakeTook,
              tookLease,
              awake.name().text(),
              awake.id().toString(),
              task.id().toString()));
    }

    private Outcome outcomeOn(Sandbox awake) {
      try {
        return ports
            .backend()
            .run(awake.id().machine(), awake.generation(), command, stdout, stderr);
      } catch (BackendException.Unreachable cut) {
        return new Outcome.Lost(cut.getMessage() == null ? "" : cut.getMessage());
      }
    }

    /** Says what became of the sandbox, if it was moved while the command ran (L7, M7). */
    private Outcome explained(Outcome.Lost lost, Sandbox ran) {
      Sandbox now = ports.store().find(ran.id()).orElse(null);
      if (now == null) {
        return new Outcome.Lost("The sandbox was deleted while the command ran.");
      }
      return now.generation().equals(ran.generation()) ? lost : new Outcome.Lost(now.reason());
    }

    private Answer<CommandResult> failed(Sandbox row, BackendException failure) {
      return Answer.refused(
          new Refusal.BackendFailed(
              "The command was not run in sandbox %s: %s Try again later."
                  .formatted(Words.quoted(row.name().text()), failure.getMessage())));
    }
  }
}
