package com.personalagentproxy.sandbox.activity;

import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.command.ExecKey;
import org.jspecify.annotations.Nullable;

/**
 * The command of a call of {@code sandbox_exec}. What it was given to read isn't kept.
 *
 * @param line the beginning of what the shell was to run
 * @param key the caller's {@code exec_id}, if it gave one that is right (X11)
 */
public record AskedCommand(String line, @Nullable ExecKey key) {

  /** How many characters are kept of a line. */
  public static final int LONGEST_LINE = 4_000;

  /** The entry's part for a line of any length. */
  public static AskedCommand of(String line, @Nullable ExecKey key) {
    return new AskedCommand(Text.beginning(line, LONGEST_LINE), key);
  }

  /** Whether the other is the same call, given that both have the same {@code exec_id} (X11). */
  public boolean isRepeatedBy(AskedCommand other) {
    return key != null && other.key != null && key.isSameCall(other.key);
  }

  /** Its sizes only: a line may have a secret in it, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "AskedCommand[line of %s characters, %s exec_id]"
        .formatted(line.length(), key == null ? "no" : "with an");
  }
}
