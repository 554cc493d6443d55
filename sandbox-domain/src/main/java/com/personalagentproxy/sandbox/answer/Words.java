package com.personalagentproxy.sandbox.answer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How refusals say names and times, so that all of them read alike. */
public final class Words {

  private static final int LONGEST_NAME = 80;

  /** Part of many emoji, which would fall apart without it. */
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  /** Part of words in Persian and other languages. */
  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;

  private Words() {}

  /**
   * The name in curly quotes, on one line: control characters and what turns the direction of
   * writing become spaces, curly quotes inside become single ones, and what is longer than 80
   * characters is cut with an ellipsis.
   */
  public static String quoted(String name) {
    return "“" + tidy(name) + "”";
  }

  /** The name without quotes, tidied as in {@link #quoted}; {@code unknown} if there is none. */
  public static String named(@Nullable String name) {
    return name == null ? "unknown" : tidy(name);
  }

  /** “just now”, “1 minute ago”, “3 hours ago”: whole units, rounded down; never negative. */
  public static String ago(Duration past) {
    long seconds = Math.max(0, past.toSeconds());
    if (seconds < 5) {
      return "just now";
    }
    return span(Duration.ofSeconds(seconds)) + " ago";
  }

  /** “40 seconds”, “1 minute”, “3 hours”, “2 days”: the largest whole unit, rounded down. */
  public static String span(Duration length) {
    long seconds = Math.max(0, length.toSeconds());
    if (seconds < 60) {
      return count(seconds, "second");
    }
    if (seconds < 3600) {
      return count(seconds / 60, "minute");
    }
    if (seconds < 2 * 86_400) {
      return count(seconds / 3600, "hour");
    }
    return count(seconds / 86_400, "day");
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }

  private static String tidy(String name) {
    StringBuilder tidy = new StringBuilder();
    int characters = 0;
    for (int at = 0; at < name.length(); ) {
      int character = name.codePointAt(at);
      at += Character.charCount(character);
      if (++characters > LONGEST_NAME) {
        return tidy.append('…').toString();
      }
      tidy.appendCodePoint(
          switch (character) {
            case '“', '”' -> '\'';
            case ZERO_WIDTH_JOINER, ZERO_WIDTH_NON_JOINER -> character;
            default -> isUnprintable(character) ? ' ' : character;
          });
    }
    return tidy.toString();
  }

  private static boolean isUnprintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
