package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.activity.EntryId;
import com.personalagentproxy.sandbox.activity.Verdict;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** The columns of {@code sandbox_activity} that say what a call came to. */
record VerdictRow(
    String verdict,
    @Nullable String refusal,
    @Nullable String sentence,
    @Nullable UUID firstId,
    @Nullable Instant deadline,
    @Nullable Boolean tookLease,
    @Nullable String outcome,
    @Nullable Integer exitCode,
    @Nullable String detail,
    @Nullable Long tookNanos,
    @Nullable Long wakeNanos,
    @Nullable String stdoutHead,
    @Nullable Long stdoutLeftOut,
    @Nullable String stdoutTail,
    @Nullable String stderrHead,
    @Nullable Long stderrLeftOut,
    @Nullable String stderrTail) {

  /** What ends a running one; its deadline and whether it took the lease stay. */
  static final String SET =
      """
      verdict = :verdict, refusal = :refusal, sentence = :sentence, outcome = :outcome, exit_code = :exitCode,
      detail = :detail, took_nanos = :tookNanos, wake_nanos = :wakeNanos,
      stdout_head = :stdoutHead, stdout_left_out = :stdoutLeftOut, stdout_tail = :stdoutTail,
      stderr_head = :stderrHead, stderr_left_out = :stderrLeftOut, stderr_tail = :stderrTail\
      """;

  /** Binds all of it; a statement may use a part. */
  <S extends SqlStatement<S>> S bind(S statement) {
    return statement
        .bind("verdict", verdict)
        .bind("refusal", refusal)
        .bind("sentence", sentence)
        .bind("first", firstId)
        .bind("entryDeadline", deadline)
        .bind("tookLease", tookLease)
        .bind("outcome", outcome)
        .bind("exitCode", exitCode)
        .bind("detail", detail)
        .bind("tookNanos", tookNanos)
        .bind("wakeNanos", wakeNanos)
        .bind("stdoutHead", stdoutHead)
        .bind("stdoutLeftOut", stdoutLeftOut)
        .bind("stdoutTail", stdoutTail)
        .bind("stderrHead", stderrHead)
        .bind("stderrLeftOut", stderrLeftOut)
        .bind("stderrTail", stderrTail);
  }

  static VerdictRow of(Verdict verdict) {
    if (verdict instanceof Verdict.Ended ended) {
      return of(ended);
    }
    if (verdict instanceof Verdict.Running running) {
      return small("running", null, null, null, running.deadline(), running.tookLease());
    }
    if (verdict instanceof Verdict.Refused refused) {
      String kind = refused.kind().name().toLowerCase(Locale.ROOT);
      return small("refused", kind, refused.sentence(), null, null, null);
    }
    if (verdict instanceof Verdict.Failed failed) {
      return small("failed", null, failed.failure(), null, null, null);
    }
    return verdict instanceof Verdict.Repeated repeated
        ? small("repeated", null, null, repeated.first().value(), null, null)
        : small("done", null, null, null, null, null);
  }

  private static VerdictRow small(
      String word,
      @Nullable String refusal,
      @Nullable String sentence,
      @Nullable UUID first,
      @Nullable Instant deadline,
      @Nullable Boolean tookLease) {
    return new VerdictRow(
        word, refusal, sentence, first, deadline, tookLease, null, null, null, null, null, null,
        null, null, null, null, null);
  }

  private static VerdictRow of(Verdict.Ended ended) {
    OutcomeWords outcome = OutcomeWords.of(ended.outcome());
    return new VerdictRow(
        "ended",
        null,
        null,
        null,
        null,
        ended.tookLease(),
        outcome.word(),
        outcome.exitCode(),
        outcome.detail(),
        ended.took().toNanos(),
        ended.wakeTook() == null ? null : ended.wakeTook().toNanos(),
        Columns.escaped(ended.stdout().head()),
        ended.stdout().leftOut(),
        Columns.escaped(ended.stdout().tail()),
        Columns.escaped(ended.stderr().head()),
        ended.stderr().leftOut(),
        Columns.escaped(ended.stderr().tail()));
  }

  Verdict read() {
    return switch (verdict) {
      case "done" -> new Verdict.Done();
      case "refused" ->
          new Verdict.Refused(
              Refusal.Kind.valueOf(there(refusal).toUpperCase(Locale.ROOT)), there(sentence));
      case "failed" -> new Verdict.Failed(there(sentence));
      case "repeated" -> new Verdict.Repeated(new EntryId(there(firstId)));
      case "running" -> new Verdict.Running(there(deadline), there(tookLease));
      case "ended" -> ended();
      default -> throw new IllegalStateException("There is no verdict " + verdict + ".");
    };
  }

  private Verdict.Ended ended() {
    return new Verdict.Ended(
        new OutcomeWords(there(outcome), exitCode, detail).outcome(),
        Duration.ofNanos(there(tookNanos)),
        wakeNanos == null ? null : Duration.ofNanos(wakeNanos),
        there(tookLease),
        new Output(text(stdoutHead), there(stdoutLeftOut), text(stdoutTail)),
        new Output(text(stderrHead), there(stderrLeftOut), text(stderrTail)));
  }

  /** Without what was printed: that may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "VerdictRow[" + verdict + "]";
  }

  /** An outcome in three columns. */
  private record OutcomeWords(String word, @Nullable Integer exitCode, @Nullable String detail) {

    static OutcomeWords of(Outcome outcome) {
      if (outcome instanceof Outcome.Exited exited) {
        return new OutcomeWords("exited", exited.code(), null);
      }
      if (outcome instanceof Outcome.Signalled signalled) {
        return new OutcomeWords("signalled", null, signalled.signal());
      }
      if (outcome instanceof Outcome.NoSuchFolder missing) {
        return new OutcomeWords("no_such_folder", null, missing.cwd());
      }
      if (outcome instanceof Outcome.CouldNotStart not) {
        return new OutcomeWords("could_not_start", null, not.why());
      }
      return outcome instanceof Outcome.Lost lost
          ? new OutcomeWords("lost", null, lost.why())
          : new OutcomeWords("timed_out", null, null);
    }

    Outcome outcome() {
      return switch (word) {
        case "exited" -> new Outcome.Exited(there(exitCode));
        case "signalled" -> new Outcome.Signalled(there(detail));
        case "no_such_folder" -> new Outcome.NoSuchFolder(there(detail));
        case "could_not_start" -> new Outcome.CouldNotStart(there(detail));
        case "lost" -> new Outcome.Lost(there(detail));
        case "timed_out" -> new Outcome.TimedOut();
        default -> throw new IllegalStateException("There is no outcome " + word + ".");
      };
    }
  }

  /** A column that a row of its verdict has. */
  private static <T> T there(@Nullable T column) {
    return Optional.ofNullable(column).orElseThrow();
  }

  private static String text(@Nullable String column) {
    return column == null ? "" : Columns.unescaped(column);
  }
}
