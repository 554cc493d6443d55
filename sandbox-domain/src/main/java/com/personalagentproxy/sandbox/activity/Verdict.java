package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.command.Outcome;
import com.personalagentproxy.sandbox.command.Output;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a call came to. */
public sealed interface Verdict {

  /** How many bytes of the end of each stream are kept for the people who look. */
  int TAIL = 4 * 1024;

  /** It was allowed and carried out. */
  record Done() implements Verdict {}

  /**
   * It was refused, and nothing of it was done. A command that was admitted ends so when it was
   * certainly not run.
   *
   * @param sentence as the agent was told; of calls that were only counted, how many they were
   */
  record Refused(Refusal.Kind kind, String sentence) implements Ending {}

  /**
   * Something went wrong that nobody foresaw; how much was done isn't known.
   *
   * @param failure the exception's class; its message may be secret
   */
  record Failed(String failure) implements Verdict {}

  /** It was answered with what an earlier call with the same {@code exec_id} came to (X11). */
  record Repeated(EntryId first) implements Verdict {}

  /**
   * A command that was admitted and hasn't ended.
   *
   * @param deadline from then on it isn't known what became of it, unless it is said by then
   * @param tookLease whether it took the sandbox for its task
   */
  record Running(Instant deadline, boolean tookLease) implements Verdict {}

  /**
   * A command that ended.
   *
   * @param took how long it ran
   * @param wakeTook how long waking took; absent when the sandbox was awake
   * @param tookLease whether it took the sandbox for its task
   * @param stdout the last {@link #TAIL} bytes at least; all that the agent got when the call can
   *     be repeated (X11)
   * @param stderr likewise
   */
  record Ended(
      Outcome outcome,
      Duration took,
      @Nullable Duration wakeTook,
      boolean tookLease,
      Output stdout,
      Output stderr)
      implements Ending {}

  /** What a running command may become. */
  sealed interface Ending extends Verdict permits Refused, Ended {}
}
