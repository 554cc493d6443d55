package com.personalagentproxy.sandbox.command;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * By what a call is known again (X11).
 *
 * @param execId the caller's own id for it: 1 to 200 characters on one line, without white space at
 *     its ends
 * @param fingerprint tells whether it is the same call: SHA-256 of the command, what it reads,
 *     where it runs and how long it may take, in hex
 */
public record ExecKey(String execId, String fingerprint) {

  public static final int LONGEST_ID = 200;

  /** Checks what a caller wrote. */
  public static Answer<ExecKey> of(String execId, Command command) {
    return Text.oneLine("exec_id", execId, LONGEST_ID)
        .<Answer<ExecKey>>map(problem -> Answer.refused(new Refusal.Invalid("exec_id", problem)))
        .orElseGet(() -> Answer.done(new ExecKey(Text.trimmed(execId), fingerprintOf(command))));
  }

  /** Whether both are the same call, given that they have the same id. */
  public boolean isSameCall(ExecKey other) {
    return fingerprint.equals(other.fingerprint);
  }

  private static String fingerprintOf(Command command) {
    MessageDigest digest = sha256();
    for (@Nullable String part :
        Arrays.asList(
            command.line(), command.stdin(), command.cwd(), command.timeout().toString())) {
      // With its length before it, so that no two calls come to the same bytes.
      byte[] bytes = part == null ? new byte[0] : part.getBytes(StandardCharsets.UTF_8);
      digest.update((part == null ? "-" : bytes.length + " ").getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("Every Java has SHA-256.", never);
    }
  }
}
