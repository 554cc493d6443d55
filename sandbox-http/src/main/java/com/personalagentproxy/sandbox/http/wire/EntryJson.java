package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.activity.About;
import com.personalagentproxy.sandbox.activity.Entry;
import com.personalagentproxy.sandbox.activity.Verdict;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One call of an agent, with all names as they were then (H1, H2). */
public record EntryJson(
    String id,
    Instant at,
    AgentJson agent,
    @Described("null when the call was refused before that was known.") @Nullable TaskNameJson task,
    @Described(
            "start_task, finish_task, list, follow, get, create, wake, sleep, delete or exec: what was called; request if that wasn't looked at.")
        String deed,
    @Described("null when it was about no sandbox in particular.") @Nullable AboutJson about,
    @Described("The beginning of what was to be run; null unless the deed is exec.")
        @Nullable String command,
    VerdictJson verdict) {

  /** A task and its title then. */
  public record TaskNameJson(String id, String title) {}

  /** What a call was about. */
  public record AboutJson(
      @Described("The sandbox's id; null if none was found by the name.") @Nullable String sandbox,
      @Described("The sandbox's name then, or what the caller wrote.") String name,
      @Described("The connection's id; null if it isn't known.") @Nullable String connection) {

    private static @Nullable AboutJson of(About about) {
      if (about instanceof About.OfSandbox of) {
        return new AboutJson(of.id().toString(), of.name(), of.connection().toString());
      }
      if (about instanceof About.Named named) {
        return new AboutJson(
            null, named.text(), named.connection() == null ? null : named.connection().toString());
      }
      return null;
    }
  }

  /** What a call came to; what doesn't apply is null. */
  public record VerdictJson(
      @Described("done, refused, failed, repeated, running or ended.") String kind,
      @Described("The sentence of a refusal.") @Nullable String sentence,
      @Described("The id of the entry that a repeated call was answered from.")
          @Nullable String first,
      @Described("How a command ended: exited, signalled, timed_out, could_not_start or lost.")
          @Nullable String outcome,
      @Nullable Integer exitCode,
      @Nullable String signal,
      @Described("Why it could not start or is lost.") @Nullable String note,
      @Nullable Long durationMs,
      @Nullable Long wakeMs,
      @Described("The end of what a command printed.") @Nullable String stdoutTail,
      @Nullable String stderrTail) {

    private static VerdictJson of(Verdict verdict) {
      if (verdict instanceof Verdict.Refused refused) {
        return word("refused", refused.sentence(), null);
      }
      if (verdict instanceof Verdict.Repeated repeated) {
        return word("repeated", null, repeated.first().toString());
      }
      if (verdict instanceof Verdict.Ended ended) {
        return of(ended);
      }
      String kind = verdict.getClass().getSimpleName().toLowerCase(Locale.ROOT);
      return word(kind, null, null);
    }

    private static VerdictJson word(
        String kind, @Nullable String sentence, @Nullable String first) {
      return new VerdictJson(kind, sentence, first, null, null, null, null, null, null, null, null);
    }

    private static VerdictJson of(Verdict.Ended ended) {
      Ending ending = Ending.of(ended.outcome());
      return new VerdictJson(
          "ended",
          null,
          null,
          ending.word(),
          ending.exitCode(),
          ending.signal(),
          ending.note(),
          ended.took().toMillis(),
          ended.wakeTook() == null ? null : ended.wakeTook().toMillis(),
          ended.stdout().text(),
          ended.stderr().text());
    }

    /** Without what was printed: that may be secret, and must not reach a log (H1). */
    @Override
    public String toString() {
      return "VerdictJson[%s, %s]".formatted(kind, outcome);
    }
  }

  public static EntryJson of(Entry entry) {
    return new EntryJson(
        entry.id().toString(),
        entry.at(),
        AgentJson.of(entry.agent()),
        entry.task() == null
            ? null
            : new TaskNameJson(entry.task().id().toString(), entry.task().title()),
        entry.deed().word(),
        AboutJson.of(entry.about()),
        entry.command() == null ? null : entry.command().line(),
        VerdictJson.of(entry.verdict()));
  }

  /** Without the command: it may have a secret in it, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "EntryJson[%s, %s, %s]".formatted(id, deed, verdict);
  }
}
