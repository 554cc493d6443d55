package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.command.CommandResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What became of a command (X8–X10). */
public record CommandJson(
    @Described("exited, signalled, timed_out, could_not_start or lost.") String outcome,
    @Described("0 to 255; null unless the command ended by itself.") @Nullable Integer exitCode,
    @Described("The signal that ended it, such as KILL; null unless one did.")
        @Nullable String signal,
    @Described("Whether its time was up; stdout and stderr have what came until then.")
        boolean timedOut,
    @Described("Why it could not start, or why it is not known whether it finished; else null.")
        @Nullable String note,
    @Described("What it printed, as text; at most 30,000 bytes, the middle left out beyond that.")
        String stdout,
    @Described("What it printed to standard error, likewise.") String stderr,
    @Described("How many bytes of stdout were left out.") long stdoutLeftOut,
    @Described("How many bytes of stderr were left out.") long stderrLeftOut,
    @Described("How long the command ran.") long durationMs,
    @Described(
            "Whether the sandbox was asleep before: its files were kept, its processes had ended.")
        boolean woke,
    @Described("How long waking took; null when it was awake.") @Nullable Long wakeMs,
    @Described("Whether this call took the sandbox for the task.") boolean tookLease,
    @Described("The sandbox's name.") String sandbox,
    @Described("The sandbox's id.") String sandboxId,
    @Described("The id of the task it ran for; null for a person's.") @Nullable String task) {

  public static CommandJson of(CommandResult result) {
    Ending ending = Ending.of(result.outcome());
    Duration wake = result.wakeTook();
    return new CommandJson(
        ending.word(),
        ending.exitCode(),
        ending.signal(),
        ending.timedOut(),
        ending.note(),
        result.stdout().text(),
        result.stderr().text(),
        result.stdout().leftOut(),
        result.stderr().leftOut(),
        result.took().toMillis(),
        result.woke(),
        wake == null ? null : wake.toMillis(),
        result.tookLease(),
        result.sandbox(),
        result.sandboxId(),
        result.task().isEmpty() ? null : result.task());
  }

  /** Without what was printed: that may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "CommandJson[%s, stdout of %s characters, stderr of %s]"
        .formatted(outcome, stdout.length(), stderr.length());
  }
}
