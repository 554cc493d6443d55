package com.personalagentproxy.sandbox.command;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a machine's shell is to run. One that exists was checked: a backend needn't check it again.
 *
 * @param line what the shell runs: 1 character to 128 KiB in UTF-8, no NUL (X1)
 * @param stdin written whole, then closed; absent: the command reads end-of-file at once (X2)
 * @param cwd an absolute path, or one relative to the home folder; absent: the home folder (X3)
 * @param timeout whole seconds, 1 to 120 (X4)
 */
public record Command(String line, @Nullable String stdin, @Nullable String cwd, Duration timeout) {

  public static final int LONGEST_LINE = 128 * 1024;
  public static final int LONGEST_STDIN = 1024 * 1024;
  public static final int LONGEST_CWD = 4096;
  public static final int SHORTEST_TIMEOUT = 1;
  public static final int USUAL_TIMEOUT = 60;
  public static final int LONGEST_TIMEOUT = 120;

  private static final String HALF =
      "%s has half of a character in it, so it is no text that a machine could be given. Leave it out.";

  /**
   * Checks what a caller asked for; the refusal names the first argument that is wrong.
   *
   * @param timeout in seconds; 60 if absent
   */
  public static Answer<Command> of(
      @Nullable String line, @Nullable String stdin, @Nullable String cwd, @Nullable Long timeout) {
    if (line == null || line.isEmpty()) {
      return invalid("command", "command is missing. Give what the shell is to run.");
    }
    if (!Text.isWhole(line)) {
      return invalid("command", HALF.formatted("command"));
    }
    if (hasNul(line)) {
      return invalid("command", "command has a NUL character in it. Leave it out.");
    }
    int size = size(line);
    if (size > LONGEST_LINE) {
      return invalid(
          "command",
          "command has %s bytes, more than the %s that fit. Write it to a file through stdin and run that."
              .formatted(size, LONGEST_LINE));
    }
    int input = stdin == null ? 0 : size(stdin);
    if (input > LONGEST_STDIN) {
      return invalid(
          "stdin",
          "stdin has %s bytes, more than the %s that fit in one command. Send it in parts and append them."
              .formatted(input, LONGEST_STDIN));
    }
    if (stdin != null && !Text.isWhole(stdin)) {
      return invalid("stdin", HALF.formatted("stdin"));
    }
    if (cwd != null && !isPath(cwd)) {
      return invalid(
          "cwd",
          "cwd is not a path. Give an absolute path, one relative to the home folder, or leave it out for the home folder.");
    }
    long seconds = timeout == null ? USUAL_TIMEOUT : timeout;
    if (seconds < SHORTEST_TIMEOUT || seconds > LONGEST_TIMEOUT) {
      return invalid(
          "timeout",
          "timeout is %s. Give whole seconds from %s to %s, or leave it out for %s."
              .formatted(seconds, SHORTEST_TIMEOUT, LONGEST_TIMEOUT, USUAL_TIMEOUT));
    }
    return Answer.done(new Command(line, stdin, cwd, Duration.ofSeconds(seconds)));
  }

  private static boolean isPath(String cwd) {
    return !cwd.isEmpty() && !hasNul(cwd) && size(cwd) <= LONGEST_CWD && Text.isWhole(cwd);
  }

  /** Its sizes only: what is run and read may be secret, and must not reach a log (H1). */
  @Override
  public String toString() {
    return "Command[line of %s characters, stdin of %s, %s]"
        .formatted(line.length(), stdin == null ? 0 : stdin.length(), timeout);
  }

  private static boolean hasNul(String text) {
    return text.indexOf('\0') >= 0;
  }

  private static int size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Answer<Command> invalid(String field, String sentence) {
    return Answer.refused(new Refusal.Invalid(field, sentence));
  }
}
