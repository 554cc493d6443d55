package com.personalagentproxy.sandbox;

import org.jspecify.annotations.Nullable;

/** Texts that nobody means to send. */
enum BadText {
  NULL("that is missing"),
  EMPTY("that is empty"),
  BLANK("that is blank"),
  NUL("with a NUL in it"),
  ESCAPE("with an escape character in it"),
  LINE_BREAK("with a line break in it"),
  LINE_SEPARATOR("with a line separator in it"),
  FIRST_HALF("with the first half of a character in it"),
  SECOND_HALF("with the second half of a character in it"),
  UNSEEN("of which nothing can be seen"),
  ACCENTS("of one letter with a million accents"),
  LONG("of five thousand characters"),
  HUGE("of ten million characters");

  private static final String TEN_MILLION = "x".repeat(10_000_000);

  /** Out of their order, and many: putting them in order takes the square of their number. */
  private static final String MANY_ACCENTS = "a" + "\u0301\u0323".repeat(500_000);

  private final String words;

  BadText(String words) {
    this.words = words;
  }

  @Nullable String text() {
    return switch (this) {
      case NULL -> null;
      case EMPTY -> "";
      case BLANK -> " \t\n\u2003";
      case NUL -> "bu\0ild";
      case ESCAPE -> "bu\u001b[31mild";
      case LINE_BREAK -> "bu\r\nild";
      case LINE_SEPARATOR -> "bu\u2028ild";
      case FIRST_HALF -> "bu\ud83dild";
      case SECOND_HALF -> "bu\udc33ild";
      case UNSEEN -> "\u200b\u202e\u2060";
      case ACCENTS -> MANY_ACCENTS;
      case LONG -> TEN_MILLION.substring(0, 5_000);
      case HUGE -> TEN_MILLION;
    };
  }

  @Override
  public String toString() {
    return words;
  }
}
