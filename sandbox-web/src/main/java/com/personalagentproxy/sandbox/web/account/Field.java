package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.web.page.Visit;
import io.javalin.http.HttpStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form, with what was written into it.
 *
 * @param problem why that doesn't do, in a sentence
 */
public record Field(String value, @Nullable String problem) {

  static final Field EMPTY = new Field("", null);

  static Field of(String value) {
    return new Field(value, null);
  }

  /** What somebody wrote into the field of this name, if anything. */
  static String written(Visit visit, String name) {
    return Optional.ofNullable(visit.field(name)).orElse("");
  }

  /**
   * The field to show again, if what was written is why an answer is a refusal; the page is then
   * answered as a bad request. Empty for any other answer.
   */
  static Optional<Field> again(Visit visit, String written, Answer<?> answer) {
    if (answer instanceof Answer.Refused<?> refused
        && refused.refusal() instanceof Refusal.Invalid invalid) {
      visit.context().status(HttpStatus.BAD_REQUEST);
      return Optional.of(new Field(written, capital(invalid.sentence())));
    }
    return Optional.empty();
  }

  /** Arguments of calls are written small, fields of forms are not. */
  private static String capital(String sentence) {
    String spaced = sentence.startsWith("for_whom") ? "This" + sentence.substring(8) : sentence;
    return spaced.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + spaced.substring(1);
  }
}
