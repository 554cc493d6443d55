package com.personalagentproxy.sandbox.web.page;

import java.util.regex.Pattern;

/**
 * What a command printed, as text to look at: what only tells a terminal how to draw is left out, a
 * line that was drawn over and over is shown as it was last, and any other control character is
 * shown as the sign for it.
 */
final class ShownOutput {

  /**
   * Colours and the like, titles of windows, and other sequences that begin with escape. One that
   * holds text has to end soon and on its line: else it could hide what is printed after it.
   */
  private static final Pattern DRAWING =
      Pattern.compile(
          "\u001b(?:\\[[0-?]*[ -/]*[@-~]|[\\]PX^_][^\u0007\u001b\n]{0,1000}+(?:\u0007|\u001b\\\\)|[ -/]*[0-OQ-WYZ`-~])|\u009b[0-?]*[ -/]*[@-~]");

  private static final char FIRST_SIGN = '\u2400';
  private static final char SIGN_OF_DELETE = '\u2421';

  private ShownOutput() {}

  static String of(String printed) {
    String text = DRAWING.matcher(printed).replaceAll("");
    StringBuilder shown = new StringBuilder(text.length());
    int lineStart = 0;
    for (int at = 0; at < text.length(); at++) {
      char each = text.charAt(at);
      if (each != '\r') {
        shown.append(shown(each));
        lineStart = each == '\n' ? shown.length() : lineStart;
      } else if (isFollowed(text, at)) {
        shown.setLength(lineStart);
      }
    }
    return shown.toString();
  }

  /** Whether the line is drawn anew from there: not where it only ends. */
  private static boolean isFollowed(String text, int at) {
    int next = at + 1;
    return next < text.length() && text.charAt(next) != '\n' && text.charAt(next) != '\r';
  }

  private static char shown(char each) {
    if (each == '\n' || each == '\t') {
      return each;
    }
    if (each < ' ') {
      return (char) (FIRST_SIGN + each);
    }
    if (each == 0x7f) {
      return SIGN_OF_DELETE;
    }
    return each < 0x7f || each >= 0xa0 ? each : '\uFFFD';
  }
}
