package com.personalagentproxy.sandbox.command;

/** Where whole UTF-8 characters end and start in a piece that was cut anywhere. */
final class Utf8 {

  private static final int LONGEST_CHARACTER = 4;

  private Utf8() {}

  /**
   * How many bytes of the piece to keep so that its last character isn't cut; all when its end
   * isn't UTF-8 at all.
   */
  static int endOfWhole(byte[] piece) {
    int earliest = Math.max(0, piece.length - LONGEST_CHARACTER);
    for (int at = piece.length - 1; at >= earliest; at--) {
      if (!isContinuation(piece[at])) {
        return at + length(piece[at]) > piece.length ? at : piece.length;
      }
    }
    return piece.length;
  }

  /**
   * The index of the piece's first byte that doesn't belong to a character begun before it; 0 when
   * its start isn't UTF-8 at all.
   */
  static int startOfWhole(byte[] piece) {
    int latest = Math.min(piece.length, LONGEST_CHARACTER);
    for (int at = 0; at < latest; at++) {
      if (!isContinuation(piece[at])) {
        return at;
      }
    }
    return 0;
  }

  private static boolean isContinuation(byte value) {
    return (value & 0xC0) == 0x80;
  }

  private static int length(byte first) {
    if ((first & 0x80) == 0) {
      return 1;
    }
    if ((first & 0xE0) == 0xC0) {
      return 2;
    }
    if ((first & 0xF0) == 0xE0) {
      return 3;
    }
    return (first & 0xF8) == 0xF0 ? 4 : 1;
  }
}
