package com.personalagentproxy.sandbox.collection;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
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
    return checked("name", name)
        .then(
            text ->
                SandboxId.parse(text).isPresent()
                    ? invalid("name", "name looks like a sandbox's id. Give it a name of its own.")
                    : Answer.done(new SandboxName(text)));
  }

  /** Checks a name, or a part of one: trimmed and in normal form C. */
  static Answer<String> checked(String field, @Nullable String text) {
    String trimmed = Text.trimmed(text);
    if (trimmed.length() > Text.LONGEST_REFERENCE) {
      return invalid(
          field, "%s is far too long. Give 1 to %s characters.".formatted(field, LONGEST));
    }
    String composed = Text.composed(trimmed);
    return Text.oneLine(field, composed, LONGEST)
        .<Answer<String>>map(problem -> invalid(field, problem))
        .orElseGet(() -> Answer.done(Text.trimmed(composed)));
  }

  private static <T> Answer<T> invalid(String field, String sentence) {
    return Answer.refused(new Refusal.Invalid(field, sentence));
  }

  /**
   * What is unique in a connection: the name without regard to case, the same in every locale (N1).
   */
  public String key() {
    return Text.key(text);
  }
}
