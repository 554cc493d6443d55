package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.command.CommandResult;
import com.personalagentproxy.sandbox.command.Outcome;
import java.time.Duration;

/**
 * What became of a command, for a model to read: the output first, then standard error, then lines
 * in brackets that say the rest.
 */
final class CommandText {

  private CommandText() {}

  /**
   * The text.
   *
   * @param timeout what the command was given, in seconds
   */
  static String of(CommandResult result, long timeout) {
    StringBuilder text = new StringBuilder();
    String stdout = result.stdout().text();
    String stderr = result.stderr().text();
    paragraph(text, stdout);
    if (!stderr.isEmpty()) {
      paragraph(text, "[stderr]");
      paragraph(text, stderr);
    }
    boolean silent = stdout.isEmpty() && stderr.isEmpty();
    paragraph(text, ending(result, timeout, silent ? "; it printed nothing" : ""));
    Duration wake = result.wakeTook();
    if (wake != null) {
      paragraph(
          text,
          "[The sandbox was asleep and woke in %s: its files were kept, processes that ran before have ended.]"
              .formatted(seconds(wake)));
    }
    if (result.tookLease()) {
      paragraph(
          text,
          "[The sandbox is your task's now, until the task is finished or left for twenty minutes.]");
    }
    return text.toString();
  }

  /** Whether the command was not run, or may not have been run to its end. */
  static boolean isNoResult(Outcome outcome) {
    return outcome instanceof Outcome.Lost
        || outcome instanceof Outcome.CouldNotStart
        || outcome instanceof Outcome.NoSuchFolder;
  }

  private static String ending(CommandResult result, long timeout, String silence) {
    Outcome outcome = result.outcome();
    String took = seconds(result.took());
    if (outcome instanceof Outcome.Exited exited) {
      return "[exit code %s after %s%s]".formatted(exited.code(), took, silence);
    }
    if (outcome instanceof Outcome.Signalled signalled) {
      return "[ended by the signal %s after %s%s]".formatted(signalled.signal(), took, silence);
    }
    if (outcome instanceof Outcome.TimedOut) {
      return "[timed out after %s s; all its processes were ended%s. Run long things with nohup … > log 2>&1 & and look at the log later.]"
          .formatted(timeout, silence);
    }
    if (outcome instanceof Outcome.NoSuchFolder missing) {
      return "[not run: there is no folder %s. Make it with mkdir -p first, or give another cwd.]"
          .formatted(Words.quoted(missing.cwd()));
    }
    if (outcome instanceof Outcome.CouldNotStart not) {
      return "[not run, it could not be started: %s]".formatted(not.why());
    }
    return "[It is not known whether the command finished: %s Look at what it was to change before you run it again.]"
        .formatted(((Outcome.Lost) outcome).why());
  }

  private static String seconds(Duration took) {
    long tenths = took.plusMillis(50).toMillis() / 100;
    return tenths < 100
        ? tenths / 10 + "." + tenths % 10 + " s"
        : took.plusMillis(500).toSeconds() + " s";
  }

  private static void paragraph(StringBuilder text, String more) {
    if (more.isEmpty()) {
      return;
    }
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
    text.append(more);
  }
}
