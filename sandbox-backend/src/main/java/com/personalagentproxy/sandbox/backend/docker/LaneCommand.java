package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.command.Command;
import com.personalagentproxy.sandbox.command.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command in a lane, from when it is asked for until its output is drained. One thread runs it;
 * others tell it what the lane says, and may end it.
 */
final class LaneCommand {

  /** For how long output is drained after the end at most (X7), and when it counts as quiet. */
  private static final Duration DRAIN = Duration.ofMillis(250);

  private static final Duration QUIET = Duration.ofMillis(50);
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** Processes have two seconds to end; then there is this much for a busy computer to say so. */
  private static final Duration SLACK = Duration.ofSeconds(7);

  private static final Duration ENDING = Duration.ofSeconds(9);

  private final long number;
  private final Command command;
  private final Requests requests;
  private final MarkedStream stdout;
  private final MarkedStream stderr;
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private final CompletableFuture<Boolean> stdoutDrained = new CompletableFuture<>();
  private final CompletableFuture<Boolean> stderrDrained = new CompletableFuture<>();
  private volatile @Nullable String abandoned;
  private boolean interrupted;
  private boolean broken;

  /**
   * @param number which of the lane's it is
   * @param requests what the lane is asked
   */
  LaneCommand(
      long number, Command command, Requests requests, MarkedStream stdout, MarkedStream stderr) {
    this.number = number;
    this.command = command;
    this.requests = requests;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /**
   * Runs it. If the thread is interrupted it is ended, and the thread stays interrupted.
   *
   * @param mark what its processes bear
   */
  Outcome run(long mark) throws Lane.Cut {
    try {
      requests.send(LaneRequest.run(number, mark, command));
      String words = awaitEnd();
      if (words.startsWith("no-")) {
        return outcome(words);
      }
      drain();
      if (!broken) {
        requests.send(LaneRequest.of("next"));
      }
      String why = abandoned;
      return why == null ? outcome(words) : new Outcome.Lost(why);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the rest of its output couldn't be had, so that nothing else can be run there. */
  boolean isBroken() {
    return broken;
  }

  /** Ends it, unless it has ended. */
  void abandon(String why) {
    if (!ended.isDone()) {
      abandoned = why;
      requests.send(LaneRequest.of("end"));
    }
  }

  /** It says nothing any more. */
  void cut() {
    Lane.Cut cut = new Lane.Cut(false);
    ended.completeExceptionally(cut);
    stdoutDrained.completeExceptionally(cut);
    stderrDrained.completeExceptionally(cut);
  }

  /**
   * Takes what the lane says.
   *
   * @param of the number of the command of which it says it
   * @param whenEnded told if it is that this one has come to its end, before who runs it is
   */
  void hear(String of, String words, boolean onStdout, Runnable whenEnded) {
    if (!of.equals(Long.toString(number))) {
      return;
    }
    if (words.equals("drained")) {
      (onStdout ? stdoutDrained : stderrDrained).complete(true);
    } else if (onStdout) {
      whenEnded.run();
      ended.complete(words);
    }
  }

  private String awaitEnd() throws Lane.Cut {
    try {
      return ended.get(command.timeout().plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException silent) {
      throw new Lane.Cut(true);
    } catch (ExecutionException cut) {
      throw new Lane.Cut(false);
    } catch (InterruptedException stop) {
      interrupted = true;
      requests.send(LaneRequest.of("end"));
      try {
        return ended.get(ENDING.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException | InterruptedException cut) {
        throw new Lane.Cut(false);
      }
    }
  }

  /** How the command ended is known: that the rest of its output can't be had changes nothing. */
  private void drain() {
    CompletableFuture<Void> both = CompletableFuture.allOf(stdoutDrained, stderrDrained);
    long start = System.nanoTime();
    try {
      while (!isDone(both, PAUSE)) {
        long time = System.nanoTime();
        long last = Math.max(start, Math.max(stdout.lastPrintedAt(), stderr.lastPrintedAt()));
        if (time - start > DRAIN.toNanos() || time - last > QUIET.toNanos()) {
          // Something holds the pipes yet. The lane says on them where the command's output ends.
          requests.send(LaneRequest.of("leave"));
          if (!isDone(both, ENDING)) {
            throw new TimeoutException();
          }
          requests.send(LaneRequest.of("seen"));
          return;
        }
      }
    } catch (ExecutionException | TimeoutException lost) {
      broken = true;
    } catch (InterruptedException stop) {
      interrupted = true;
      broken = true;
    }
  }

  private static boolean isDone(CompletableFuture<?> future, Duration patience)
      throws InterruptedException, ExecutionException {
    try {
      future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    }
  }

  private static final Pattern CODE =
      Pattern.compile("[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]");
  private static final Pattern SIGNAL = Pattern.compile("[A-Z][A-Z0-9+-]{1,15}");

  /** What runs in the machine may say it for the lane, so it may be anything. */
  private Outcome outcome(String words) throws Lane.Cut {
    String folder = command.cwd() == null ? "~" : command.cwd();
    int space = words.indexOf(' ');
    String how = space < 0 ? words : words.substring(0, space);
    String what = words.substring(space + 1);
    return switch (how) {
      case "exit" -> new Outcome.Exited(Integer.parseInt(checked(CODE, what)));
      case "signal" -> new Outcome.Signalled(checked(SIGNAL, what));
      case "late" -> new Outcome.TimedOut();
      case "no-folder" -> new Outcome.NoSuchFolder(folder);
      case "no-entry" ->
          new Outcome.CouldNotStart(
              "The folder %s can't be entered: it has no permission for that, or one it is in hasn't. Give it back with chmod u+rwx."
                  .formatted(folder));
      case "no-room" ->
          new Outcome.CouldNotStart(
              "The machine has no room for what the command is to read. Make some, and try again.");
      default -> throw new Lane.Cut(false);
    };
  }

  private static String checked(Pattern form, String word) throws Lane.Cut {
    if (!form.matcher(word).matches()) {
      throw new Lane.Cut(false);
    }
    return word;
  }
}
