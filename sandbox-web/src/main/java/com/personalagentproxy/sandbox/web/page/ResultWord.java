package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import org.jspecify.annotations.Nullable;

/**
 * What a call came to, as pages show it.
 *
 * @param look names its colour in the style sheet: {@code good}, {@code bad}, {@code running} or
 *     {@code plain}
 * @param sentence more of it, where there is more to say
 * @param took how long a command ran; absent while it runs, and for other calls
 * @param stdout the last lines of it
 * @param stderr likewise
 */
public record ResultWord(
    String look,
    String words,
    @Nullable String sentence,
    @Nullable String took,
    String stdout,
    String stderr) {

  private static final String DONE = "done";

  static ResultWord of(Verdict verdict) {
    if (verdict instanceof Verdict.Ended ended) {
      return of(ended);
    }
    if (verdict instanceof Verdict.Refused refused) {
      return plain("refused", "refused", refused.sentence());
    }
    if (verdict instanceof Verdict.Failed) {
      return plain("bad", "failed", "Something went wrong inside the server.");
    }
    if (verdict instanceof Verdict.Repeated) {
      return plain("plain", "answered again", "It was asked before with the same exec_id.");
    }
    if (verdict instanceof Verdict.Running) {
      return plain("running", "running", null);
    }
    return plain("plain", DONE, null);
  }

  /** One of which this server knows no more: another runs it, or its backend gave no answer. */
  static ResultWord runningElsewhere() {
    return plain(
        "running",
        "running",
        "This server doesn't run it now: another may, or its backend gave no answer. What it printed"
            + " is shown once it is known how it ended.");
  }

  /** Whether there is nothing more to say than that it was done. */
  public boolean isPlainlyDone() {
    return look.equals("plain") && words.equals(DONE);
  }

  private static ResultWord plain(String look, String words, @Nullable String sentence) {
    return new ResultWord(look, words, sentence, null, "", "");
  }

  private static ResultWord of(Verdict.Ended ended) {
    Outcome outcome = ended.outcome();
    String sentence = sentence(outcome);
    if (ended.wakeTook() != null) {
      String woke = "It woke the sandbox, which took " + Lengths.took(ended.wakeTook()) + ".";
      sentence = sentence == null ? woke : sentence + " " + woke;
    }
    return new ResultWord(
        outcome instanceof Outcome.Exited exited && exited.code() == 0 ? "good" : "bad",
        words(outcome),
        sentence,
        Lengths.took(ended.took()),
        Lengths.lastLines(text(ended.stdout())),
        Lengths.lastLines(text(ended.stderr())));
  }

  private static String words(Outcome outcome) {
    if (outcome instanceof Outcome.Exited exited) {
      return "exit " + exited.code();
    }
    if (outcome instanceof Outcome.Signalled signalled) {
      return "ended by " + signalled.signal();
    }
    if (outcome instanceof Outcome.TimedOut) {
      return "out of time";
    }
    return outcome instanceof Outcome.Lost ? "not known" : "did not start";
  }

  private static @Nullable String sentence(Outcome outcome) {
    if (outcome instanceof Outcome.NoSuchFolder missing) {
      return "There is no folder " + missing.cwd() + ".";
    }
    if (outcome instanceof Outcome.CouldNotStart not) {
      return not.why();
    }
    return outcome instanceof Outcome.Lost lost
        ? "Whether it finished is not known. " + lost.why()
        : null;
  }

  private static String text(Output output) {
    return ShownOutput.of(output.leftOut() == 0 ? output.head() : output.tail());
  }
}
