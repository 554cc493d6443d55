package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.answer.Words;
import java.time.Duration;
import java.util.Locale;

/** Lengths of time and texts as pages show them. */
final class Lengths {

  private static final int MOST_LINES = 12;
  private static final int MOST_CHARACTERS = 1_000;
  private static final int MOST_OF_A_LINE = 120;

  private Lengths() {}

  /** “0.04 s”, “12.5 s”, “3 minutes”. */
  static String took(Duration length) {
    double seconds = length.toMillis() / 1000.0;
    if (seconds >= 60) {
      return Words.span(length);
    }
    return String.format(Locale.ROOT, seconds < 1 ? "%.2f s" : "%.1f s", seconds);
  }

  /** The last lines of a text, so that a page of many stays light. */
  static String lastLines(String text) {
    String end = text.stripTrailing();
    int from = Math.max(0, end.length() - MOST_CHARACTERS);
    int line = end.length();
    for (int lines = 0; lines < MOST_LINES && line > 0; lines++) {
      line = end.lastIndexOf('\n', line - 1);
    }
    from = Math.max(from, Math.min(end.length(), line + 1));
    if (from > 0 && from < end.length() && Character.isLowSurrogate(end.charAt(from))) {
      from++;
    }
    return from == 0 ? end : "…\n" + end.substring(from);
  }

  /** The beginning of a text. */
  static String beginning(String text) {
    return text.codePointCount(0, text.length()) <= MOST_CHARACTERS
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MOST_CHARACTERS)) + "…";
  }

  /** The first line of a text, shortened. */
  static String firstLine(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.codePointCount(0, line.length()) <= MOST_OF_A_LINE
        ? line
        : line.substring(0, line.offsetByCodePoints(0, MOST_OF_A_LINE)) + "…";
  }
}
