package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox's name: 1 to 64 characters after trimming, no control characters (N1).
 *
 * @param text as its maker wrote it, trimmed and in normal form C
 */
public record SandboxName(String text) {

  public static final int LONGEST = 64;

  /**
   * Checks what a caller wrote. A name that spells an id is refused, since a sandbox may be named
   * by either.
   */
  public static Answer<SandboxName> of(@Nullable String name) {
    String composed = name == null ? "" : Normalizer.normalize(name, Normalizer.Form.NFC);
    String problem = Text.oneLine("name", composed, LONGEST).orElse(null);
    if (problem != null) {
      return Answer.refused(new Refusal.Invalid("name", problem));
    }
    String trimmed = Text.trimmed(composed);
    if (SandboxId.parse(trimmed).isPresent()) {
      return Answer.refused(
          new Refusal.Invalid(
              "name", "name looks like a sandbox's id. Give it a name of its own."));
    }
    return Answer.done(new SandboxName(trimmed));
  }

  /**
   * What is unique in a connection: the name without regard to case, the same in every locale (N1).
   */
  public String key() {
    return Normalizer.normalize(
        text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
  }
}
