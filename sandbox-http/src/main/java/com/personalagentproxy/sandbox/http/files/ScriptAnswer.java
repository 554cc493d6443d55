package com.personalagentproxy.sandbox.http.files;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a script printed, found by its marks; whatever stands around them is passed over. */
final class ScriptAnswer {

  private final byte[] output;
  private final byte[] mark;
  private final int begin;
  private final int body;

  private ScriptAnswer(byte[] output, byte[] mark, int begin) {
    this.output = output;
    this.mark = mark;
    this.begin = begin;
    this.body = begin < 0 ? output.length : after(lineEnd(begin));
  }

  static ScriptAnswer of(byte[] output, String mark) {
    byte[] sign = ("\n" + mark + " ").getBytes(StandardCharsets.US_ASCII);
    return new ScriptAnswer(output, sign, find(output, sign, 0));
  }

  /** Whether it has a mark at all. */
  boolean isThere() {
    return begin >= 0;
  }

  /** The first mark's word. */
  String word() {
    String line = line(begin);
    int space = line.indexOf(' ');
    return space < 0 ? line : line.substring(0, space);
  }

  /** What stands in the first mark's line after its word. */
  String told() {
    String line = line(begin);
    return line.substring(Math.min(line.length(), word().length() + 1));
  }

  /** What stands in the first mark's line and all lines after it. */
  String toldToTheEnd() {
    return text(Math.min(output.length, begin + mark.length + word().length() + 1), output.length);
  }

  /** Whether it came to its end. */
  boolean isWhole() {
    return endMark() >= 0;
  }

  /** What the last mark, its end, says. */
  String ending() {
    String line = line(endMark());
    return line.substring(Math.min(line.length(), "end ".length()));
  }

  /** The bytes between the first mark's line and the end's mark, or all that came. */
  byte[] body() {
    int end = endMark();
    return Arrays.copyOfRange(output, body, Math.max(body, end < 0 ? output.length : end));
  }

  private int endMark() {
    byte[] end =
        (new String(mark, StandardCharsets.US_ASCII) + "end ").getBytes(StandardCharsets.US_ASCII);
    for (int at = output.length - end.length; at >= body; at--) {
      if (matches(output, end, at)) {
        return at;
      }
    }
    return -1;
  }

  private String line(int at) {
    int from = at + mark.length;
    return text(
        Math.min(from, output.length), Math.max(Math.min(from, output.length), lineEnd(at)));
  }

  private int lineEnd(int at) {
    int end = at + mark.length;
    while (end < output.length && output[end] != '\n') {
      end++;
    }
    return end;
  }

  private int after(int lineEnd) {
    return Math.min(output.length, lineEnd + 1);
  }

  private String text(int from, int to) {
    return new String(output, from, to - from, StandardCharsets.UTF_8);
  }

  private static int find(byte[] where, byte[] what, int from) {
    for (int at = from; at <= where.length - what.length; at++) {
      if (matches(where, what, at)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean matches(byte[] where, byte[] what, int at) {
    return at >= 0
        && at + what.length <= where.length
        && Arrays.equals(where, at, at + what.length, what, 0, what.length);
  }
}
