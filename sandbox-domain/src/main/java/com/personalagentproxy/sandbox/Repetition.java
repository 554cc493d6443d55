package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.activity.AskedCommand;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.collection.Sandbox;
import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Follower;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.SettledMoves;
import com.personalagentproxy.sandbox.move.Stopwatch;
import java.time.Duration;

/**
 * Answers a call that was made before with the same {@code exec_id}: with what the first one came
 * to, and runs nothing (X11).
 */
final class Repetition {

  /** How often who waits looks at the entry without a notice. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(Command.LONGEST_TIMEOUT);

  private final Ports ports;

  Repetition(Ports ports) {
    this.ports = ports;
  }

  /**
   * The first one's result. While it runs this waits, until its deadline at most; from then on it
   * isn't known what became of it. When it turns out that it was certainly not run, those that
   * waited share its refusal. Who is stopped waits no longer; the first one goes on.
   */
  Answer<CommandResult> answer(
      Sandbox sandbox, Entry first, AskedCommand asked, Follower follower) {
    if (first.command() == null || !first.command().isRepeatedBy(asked)) {
      return Answer.refused(
          new Refusal.Invalid(
              "exec_id",
              "exec_id was used before in sandbox %s, with another command, stdin, cwd or timeout. Give a new one, or none."
                  .formatted(Words.quoted(sandbox.name().text()))));
    }
    // The clock may be set while this waits; the bound holds all the same.
    Duration longest = shorter(left(first), ports.timing().countsFor(LONGEST_TIMEOUT));
    Stopwatch waiting = ports.stopwatch();
    while (true) {
      SettledMoves.Watch watch = ports.settledMoves().watch(sandbox.id());
      Entry seen = ports.activity().find(first.id()).orElse(first);
      if (seen.verdict() instanceof Verdict.Ended ended) {
        return Answer.done(result(sandbox, seen, ended));
      }
      if (seen.verdict() instanceof Verdict.Refused refused) {
        return Answer.refused(shared(refused));
      }
      Duration left = shorter(left(seen), longest.minus(waiting.elapsed()));
      if (left.isNegative() || left.isZero()) {
        return Answer.done(result(sandbox, seen, seen.abandoned(ports.now())));
      }
      if (follower.isStopped()) {
        return Answer.refused(
            new Refusal.Stopped(
                "This call was stopped, and waits no longer. The first call with this exec_id still"
                    + " runs; make the same call again for its result."));
      }
      if (!isAwaited(watch, shorter(left, LOOK_AGAIN))) {
        return Answer.refused(
            new Refusal.BackendFailed(
                "The server is stopping, and the first call with this exec_id still runs. Make the"
                    + " same call again in a minute."));
      }
    }
  }

  private Duration left(Entry entry) {
    return entry.verdict() instanceof Verdict.Running running
        ? Duration.between(ports.now(), running.deadline())
        : Duration.ZERO;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static boolean isAwaited(SettledMoves.Watch watch, Duration atMost) {
    try {
      watch.await(atMost);
      return true;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static CommandResult result(Sandbox sandbox, Entry first, Verdict.Ended ended) {
    return new CommandResult(
        first.id().command(),
        ended.outcome(),
        ended.stdout(),
        ended.stderr(),
        ended.took(),
        ended.wakeTook(),
        ended.tookLease(),
        sandbox.name().text(),
        sandbox.id().toString(),
        first.task() == null ? "" : first.task().id().toString());
  }

  /** What the first one was told. */
  private static Refusal shared(Verdict.Refused refused) {
    return switch (refused.kind()) {
      case NOT_FOUND -> new Refusal.NotFound(refused.sentence());
      case FORBIDDEN -> new Refusal.NotAllowed(refused.sentence());
      case CONFLICT -> new Refusal.WrongState(refused.sentence());
      case UNREACHABLE -> new Refusal.BackendFailed(refused.sentence());
      case TOO_MANY -> new Refusal.TooMany(refused.sentence());
      case INVALID -> new Refusal.Invalid("command", refused.sentence());
    };
  }
}
