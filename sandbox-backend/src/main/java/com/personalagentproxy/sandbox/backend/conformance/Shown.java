package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.machine.BackendException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How what was expected and what came is shown to people: short, and on one line. */
final class Shown {

  private static final int LONGEST = 200;

  private Shown() {}

  static String of(@Nullable Object what) {
    if (what instanceof byte[] bytes) {
      return of(new String(bytes, StandardCharsets.UTF_8));
    }
    if (what instanceof String text) {
      return "“" + shortened(text) + "”";
    }
    if (what instanceof Duration time) {
      return seconds(time);
    }
    if (what instanceof BackendException refusal) {
      return refusal.getClass().getSimpleName() + " (" + refusal.getMessage() + ")";
    }
    if (what instanceof Throwable failure) {
      return shortened(failure.toString());
    }
    return shortened(String.valueOf(what));
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.2f s", time.toMillis() / 1000.0);
  }

  private static String shortened(String text) {
    String start = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    StringBuilder line = new StringBuilder();
    start.chars().forEach(letter -> line.append(visible((char) letter)));
    return text.length() > LONGEST
        ? line + "… (" + text.length() + " characters)"
        : line.toString();
  }

  private static String visible(char letter) {
    return switch (letter) {
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      case '\r' -> "\\r";
      default ->
          Character.isISOControl(letter)
              ? String.format(Locale.ROOT, "\\x%02x", (int) letter)
              : String.valueOf(letter);
    };
  }
}
