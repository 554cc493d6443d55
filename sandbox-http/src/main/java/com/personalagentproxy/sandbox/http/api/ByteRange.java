package com.personalagentproxy.sandbox.http.api;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file that a caller asks for.
 *
 * @param from the first byte, counted from 0
 * @param to the byte after the last
 */
record ByteRange(long from, long to) {

  private static final Pattern ONE = Pattern.compile("bytes=(?<from>[0-9]{0,18})-(?<to>[0-9]{0,18})");

  /**
   * The range that a header asks for; absent if it asks for none that is known here, so that the
   * whole is answered. It is empty if the file has no such bytes.
   */
  static @Nullable ByteRange of(@Nullable String header, long size) {
    Matcher parts = ONE.matcher(header == null ? "" : header.strip());
    if (!parts.matches()) {
      return null;
    }
    String from = parts.group("from");
    String to = parts.group("to");
    if (from.isEmpty()) {
      return to.isEmpty() ? null : new ByteRange(Math.max(0, size - Long.parseLong(to)), size);
    }
    long first = Long.parseLong(from);
    long after = to.isEmpty() ? size : Math.min(size, Long.parseLong(to) + 1);
    if (!to.isEmpty() && Long.parseLong(to) < first) {
      return null;
    }
    return new ByteRange(first, Math.max(first, after));
  }

  boolean isEmpty(long size) {
    return from >= size || to <= from;
  }
}
