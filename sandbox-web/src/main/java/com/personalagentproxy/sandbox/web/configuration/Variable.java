package com.personalagentproxy.sandbox.web.configuration;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An environment variable. Its declaration is all there is to know of it: it is read, explained and
 * complained of by it alone.
 *
 * @param kind what it holds, in a word or two
 * @param usual what counts when it isn't set, in words
 * @param sentence what it does
 * @param right what would be right, as it follows “Give”
 * @param secret whether its value is never to be shown
 * @param fallback what counts when it isn't set; empty if nothing does
 * @param reader reads a value; empty if it isn't right
 */
public record Variable<T>(
    String name,
    String kind,
    String usual,
    String sentence,
    String right,
    boolean secret,
    Optional<T> fallback,
    Function<String, Optional<T>> reader) {

  /**
   * Its value in this environment, or else the fallback. One that is not right goes to {@code
   * problems} as a sentence, and counts as not set. An empty one counts as not set too.
   */
  Optional<T> in(Map<String, String> environment, Consumer<String> problems) {
    String text = environment.getOrDefault(name, "").strip();
    if (text.isEmpty()) {
      return fallback;
    }
    Optional<T> value = reader.apply(text);
    if (value.isPresent()) {
      return value;
    }
    problems.accept(wrong(text));
    return fallback;
  }

  /** That this value is not right, and what would be. */
  String wrong(String text) {
    return secret
        ? "%s is not right (its value is not shown here). Give %s.".formatted(name, right)
        : "%s is “%s”. Give %s.".formatted(name, text, right);
  }
}
