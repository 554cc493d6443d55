package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.StorageException;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.collection.StateRefusal;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Delivery;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.OutputCollector;
import com.personalagentproxy.sandbox.command.RunningOutput;
import com.personalagentproxy.sandbox.machine.BackendException;
import com.personalagentproxy.sandbox.machine.StateName;
import com.personalagentproxy.sandbox.move.Moved;
import com.personalagentproxy.sandbox.move.Mover;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Stopwatch;
import com.personalagentproxy.sandbox.task.Task;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One command that was counted in, on its way to its result. */
final class Attempt {

  /** How often a machine that is found asleep is woken again for one command (M10). */
  private static final int TRIES = 3;

  /** How often counting out is tried. */
  private static final int MOST_ENDS = 3;

  /** So that a connection that was cut with others is found out before it is used. */
  private static final Duration BETWEEN_ENDS = Duration.ofMillis(600);

  static final Verdict.Refused NOT_RUN =
      new Verdict.Refused(
          Refusal.Kind.UNREACHABLE,
          "Something went wrong inside the server, and the command was not run. Try again later.");

  private static final String UNFORESEEN = "Something went wrong inside the server while it ran.";

  private final Ports ports;
  private final Mover mover;
  private final Counted turn;
  private final Command command;
  private final Follower follower;
  private final OutputCollector stdout = new OutputCollector();
  private final OutputCollector stderr = new OutputCollector();
  private final Delivery delivery;
  private final Stopwatch sinceAdmitted;
  private volatile @Nullable Duration wakeTook;
  private volatile boolean mayStillRun;
  private volatile boolean wasSent;

  /** A new one, of a command whose turn it is. */
  Attempt(Ports ports, Mover mover, Command command, Counted turn, Follower follower) {
    this.ports = ports;
    this.follower = follower;
    this.delivery = new Delivery(follower);
    this.mover = mover;
    this.turn = turn;
    this.command = command;
    this.sinceAdmitted = turn.since();
  }

  Duration timeout() {
    return command.timeout();
  }

  /** Where its output goes besides. */
  Delivery delivery() {
    return delivery;
  }

  /**
   * Comes back when the command is counted out and its entry says how it ended (H1). One that may
   * still run, since its backend gave no answer, counts until its deadline (L6).
   */
  Answer<CommandResult> runAndCountOut(Sandbox admitted) {
    if (turn.entry() == null) {
      // A person's is no part of the history that others look at.
      return runAndWriteDown(admitted);
    }
    RunningOutput seen = new RunningOutput(admitted.id().value(), turn.id(), stdout, stderr);
    ports.runningOutputs().begin(seen);
    try {
      return runAndWriteDown(admitted);
    } finally {
      ports.runningOutputs().end(seen);
    }
  }

  private Answer<CommandResult> runAndWriteDown(Sandbox admitted) {
    Verdict.@Nullable Ending ending = null;
    try {
      Answer<CommandResult> answer = run(admitted);
      ending = endingOf(answer);
      return answer;
    } finally {
      if (!mayStillRun) {
        countOut(admitted, ending == null ? unforeseen(admitted) : ending);
      }
    }
  }

  /** Something failed that nobody foresaw: before the backend was asked, or after. */
  private Verdict.Ending unforeseen(Sandbox admitted) {
    return wasSent ? ended(lost(admitted, UNFORESEEN, sinceAdmitted.elapsed())) : NOT_RUN;
  }

  /**
   * That it isn't counted any more is no error: its deadline has passed, or the sandbox is gone. So
   * what may have failed is done again: a result isn't lost for a connection that broke.
   */
  void countOut(Sandbox admitted, Verdict.Ending ending) {
    for (int tries = 1; !isCountedOut(admitted, ending, tries); tries++) {
      rest(admitted);
    }
    ports.settledMoves().announce(admitted.id());
  }

  private boolean isCountedOut(Sandbox admitted, Verdict.Ending ending, int tries) {
    try {
      Task task = turn.task();
      if (task == null) {
        ports.store().end(admitted.id(), turn.id(), ending, ports.now());
      } else {
        ports.shortcut().end(admitted.id(), turn.id(), task.id(), ending, ports.now());
      }
      return true;
    } catch (StorageException notKnown) {
      if (tries == MOST_ENDS) {
        throw notKnown;
      }
      return false;
    }
  }

  private void rest(Sandbox admitted) {
    try {
      ports.settledMoves().watch(admitted.id()).await(BETWEEN_ENDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** A command that was refused after it was admitted was not run. */
  private Verdict.Ending endingOf(Answer<CommandResult> answer) {
    if (answer instanceof Answer.Refused<CommandResult> refused) {
      return new Verdict.Refused(refused.refusal().kind(), refused.refusal().sentence());
    }
    return ended(answer.orElseThrow());
  }

  /** The end of the output for the people who look; all of it for who may ask again (X11). */
  private Verdict.Ended ended(CommandResult result) {
    Entry entry = turn.entry();
    boolean isWhole = entry != null && entry.command() != null && entry.command().key() != null;
    return new Verdict.Ended(
        result.outcome(),
        result.took(),
        result.wakeTook(),
        result.tookLease(),
        isWhole ? result.stdout() : stdout.tail(Verdict.TAIL),
        isWhole ? result.stderr() : stderr.tail(Verdict.TAIL));
  }

  private boolean tookLease() {
    return turn.entry() != null
        && turn.entry().verdict() instanceof Verdict.Running running
        && running.tookLease();
  }

  /** What is known when nobody answers any more. */
  CommandResult lost(Sandbox sandbox, String why, Duration took) {
    return result(sandbox, new Outcome.Lost(why), took);
  }

  private Answer<CommandResult> run(Sandbox admitted) {
    if (follower.isStopped()) {
      return stopped();
    }
    Answer<Moved> awake =
        admitted.state().is(StateName.AWAKE)
            ? Answer.done(new Moved(admitted, null))
            : mover.wake(
                admitted,
                "It was woken by a command of %s.".formatted(turn.whose()),
                follower::isStopped);
    for (int tries = 1; ; tries++) {
      if (follower.isStopped()) {
        return stopped();
      }
      if (awake instanceof Answer.Refused<Moved> refused) {
        return Answer.refused(refused.refusal());
      }
      Moved moved = awake.orElseThrow();
      wakeTook = moved.wakeTook() == null ? wakeTook : moved.wakeTook();
      if (hasWaitedTooLong()) {
        return Answer.refused(
            new Refusal.BackendFailed(
                "It took too long until sandbox %s was awake, so the command was not run. Make the call again."
                    .formatted(Words.quoted(moved.sandbox().name().text()))));
      }
      try {
        return runOn(moved.sandbox());
      } catch (BackendException.MachineAsleep | BackendException.StaleGeneration asleep) {
        if (tries == TRIES) {
          return failed(moved.sandbox(), asleep);
        }
        awake = wakeAgain(moved.sandbox(), asleep);
      } catch (BackendException.MachineGone gone) {
        return gone(moved.sandbox(), gone);
      } catch (BackendException failure) {
        return follower.isStopped() ? stopped() : failed(moved.sandbox(), failure);
      }
    }
  }

  /**
   * The row counts the command for as long as its own time and this wait; it must not run beyond
   * that (L6).
   */
  private boolean hasWaitedTooLong() {
    return sinceAdmitted.elapsed().compareTo(ports.timing().waitAtMost()) > 0;
  }

  /** Unless somebody has moved it on since, it is claimed anew, at a higher generation. */
  private Answer<Moved> wakeAgain(Sandbox row, BackendException why) {
    return mover.wakeFoundAsleep(
        row,
        why instanceof BackendException.MachineAsleep
            ? "It was found asleep, and woken by a command."
            : "It was woken by a command.",
        follower::isStopped);
  }

  /** Who has gone, or thought better of it, needn't be told more: the command was not run. */
  private Answer<CommandResult> stopped() {
    return Answer.refused(Refusal.Stopped.beforeItRan(follower.stopped().orElseThrow()));
  }

  private Answer<CommandResult> runOn(Sandbox awake) {
    Stopwatch running = ports.stopwatch();
    Optional<Follower.Part<Outcome>> part = follower.during(() -> outcomeOn(awake));
    if (part.isEmpty()) {
      return stopped();
    }
    Duration took = running.elapsed();
    return Answer.done(result(awake, told(part.get(), awake), took));
  }

  private Outcome outcomeOn(Sandbox awake) {
    mayStillRun = true;
    wasSent = true;
    try {
      Outcome outcome =
          ports
              .backend()
              .run(
                  awake.id().machine(),
                  awake.generation(),
                  command,
                  delivery.stdout(stdout),
                  delivery.stderr(stderr));
      mayStillRun = false;
      return outcome;
    } catch (BackendException.Unreachable cut) {
      return new Outcome.Lost(cut.getMessage() == null ? "" : cut.getMessage());
    } catch (BackendException notRun) {
      mayStillRun = false;
      wasSent = false;
      throw notRun;
    }
  }

  private Outcome told(Follower.Part<Outcome> part, Sandbox ran) {
    Outcome outcome =
        part.stopped() == null ? part.result() : stopped(part.result(), part.stopped());
    return outcome instanceof Outcome.Lost lost ? explained(lost, ran) : outcome;
  }

  /** However it ended, nobody knows whether it has done all that it was to do (X9). */
  private Outcome stopped(Outcome outcome, String why) {
    if (outcome instanceof Outcome.Exited exited) {
      return new Outcome.Lost("%s It ended then with exit code %s.".formatted(why, exited.code()));
    }
    if (outcome instanceof Outcome.Signalled signalled) {
      return new Outcome.Lost(
          "%s It was ended then by the signal %s.".formatted(why, signalled.signal()));
    }
    if (outcome instanceof Outcome.Lost lost) {
      return mayStillRun ? new Outcome.Lost(why + " " + lost.why()) : new Outcome.Lost(why);
    }
    return outcome;
  }

  private CommandResult result(Sandbox sandbox, Outcome outcome, Duration took) {
    return new CommandResult(
        turn.id(),
        outcome,
        stdout.output(),
        stderr.output(),
        took,
        wakeTook,
        tookLease(),
        sandbox.name().text(),
        sandbox.id().toString(),
        turn.task() == null ? "" : turn.task().id().toString());
  }

  /** Says what became of the sandbox, if it was moved while the command ran (L7, M7). */
  private Outcome explained(Outcome.Lost lost, Sandbox ran) {
    Sandbox now = ports.store().find(ran.id()).orElse(null);
    if (now == null) {
      return new Outcome.Lost("The sandbox was deleted while the command ran.");
    }
    return now.generation().equals(ran.generation()) ? lost : new Outcome.Lost(now.reason());
  }

  /** A move that went past may have taken the machine away; else it is lost. */
  private Answer<CommandResult> gone(Sandbox row, BackendException.MachineGone gone) {
    String why = gone.getMessage() == null ? "It gave no reason." : gone.getMessage();
    mover.lose(row, why);
    Sandbox now = ports.store().find(row.id()).orElse(null);
    if (now == null) {
      return Answer.refused(StateRefusal.deleted(row));
    }
    if (now.state().is(StateName.DELETING)) {
      return Answer.refused(StateRefusal.deleting(now));
    }
    return Answer.refused(
        now.state().is(StateName.LOST) ? StateRefusal.lost(now) : StateRefusal.lost(now, why));
  }

  private static Answer<CommandResult> failed(Sandbox row, BackendException failure) {
    return Answer.refused(
        new Refusal.BackendFailed(
            "The command was not run in sandbox %s: %s Try again later."
                .formatted(Words.quoted(row.name().text()), failure.getMessage())));
  }
}
