package com.personalagentproxy.sandbox.command;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of a command, and what the call did besides (X9, X10).
 *
 * @param took how long the command ran
 * @param wakeTook how long waking took; absent when this call didn't find the sandbox asleep
 * @param tookLease whether this call took the sandbox for its task
 * @param sandbox the sandbox's name
 * @param sandboxId the sandbox's id
 * @param task the task it ran for; empty for a person's
 */
public record CommandResult(
    CommandId id,
    Outcome outcome,
    Output stdout,
    Output stderr,
    Duration took,
    @Nullable Duration wakeTook,
    boolean tookLease,
    String sandbox,
    String sandboxId,
    String task) {

  /**
   * Whether the sandbox was asleep before this call: its files were kept, its processes had ended
   * (X13).
   */
  public boolean woke() {
    return wakeTook != null;
  }

  /** Without what it printed: that may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "CommandResult[%s, %s, took %s, stdout %s, stderr %s]"
        .formatted(id, outcome.getClass().getSimpleName(), took, stdout, stderr);
  }
}
