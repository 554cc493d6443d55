package com.personalagentproxy.sandbox.command;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects one stream within a fixed memory: its first and its last bytes. Bytes until the end,
 * when they are decoded once as UTF-8 with U+FFFD for what is not; no character is cut in two where
 * the middle was left out (X8). Bytes are counted as the command wrote them, before any is
 * replaced. Safe for use by many threads.
 */
public final class OutputCollector implements OutputSink {

  /** What an agent gets of a stream at most, in bytes. */
  public static final int LIMIT = 30_000;

  private final byte[] head;
  private final byte[] tail;
  private long total;

  /** Collects what an agent gets at most. */
  public OutputCollector() {
    this(LIMIT);
  }

  /**
   * Collects within a limit of the caller's.
   *
   * @param limit how many bytes are kept at most; half of them are the first ones
   */
  public OutputCollector(int limit) {
    if (limit < 16) {
      throw new IllegalArgumentException("An output limit of " + limit + " bytes is below 16.");
    }
    head = new byte[limit / 2];
    tail = new byte[limit - head.length];
  }

  @Override
  public synchronized void accept(byte[] buffer, int offset, int length) {
    int first = (int) Math.min(length, Math.max(0, head.length - total));
    System.arraycopy(buffer, offset, head, (int) Math.min(total, head.length), first);
    total += first;
    int rest = length - first;
    int from = offset + first + Math.max(0, rest - tail.length);
    total += Math.max(0, rest - tail.length);
    for (int left = Math.min(rest, tail.length); left > 0; ) {
      int at = (int) ((total - head.length) % tail.length);
      int run = Math.min(left, tail.length - at);
      System.arraycopy(buffer, from, tail, at, run);
      from += run;
      total += run;
      left -= run;
    }
  }

  /** How many bytes came until now, kept or not. */
  public synchronized long total() {
    return total;
  }

  /** What was collected until now. */
  public synchronized Output output() {
    byte[] end = end();
    if (end.length == total) {
      return new Output(decode(end, 0, end.length), 0, "");
    }
    int headEnd = Utf8.endOfWhole(head);
    int tailStart = Utf8.startOfWhole(end);
    long leftOut = total - headEnd - (end.length - tailStart);
    return new Output(
        decode(head, 0, headEnd), leftOut, decode(end, tailStart, end.length - tailStart));
  }

  /**
   * The end of what was collected until now; all that is before it counts as left out.
   *
   * @param atMost how many bytes at most, of those that are kept anyway
   */
  public synchronized Output tail(int atMost) {
    if (total <= atMost) {
      return output();
    }
    byte[] end = end();
    byte[] tailEnd = Arrays.copyOfRange(end, Math.max(0, end.length - atMost), end.length);
    int start = Utf8.startOfWhole(tailEnd);
    int kept = tailEnd.length - start;
    return new Output("", total - kept, decode(tailEnd, start, kept));
  }

  /** The longest end that is kept without a gap: the whole, until something is left out. */
  private byte[] end() {
    if (total <= head.length) {
      return Arrays.copyOf(head, (int) total);
    }
    byte[] last = lastBytes();
    if (total > head.length + (long) tail.length) {
      return last;
    }
    byte[] all = Arrays.copyOf(head, head.length + last.length);
    System.arraycopy(last, 0, all, head.length, last.length);
    return all;
  }

  private byte[] lastBytes() {
    long beyond = total - head.length;
    int kept = (int) Math.min(beyond, tail.length);
    byte[] last = new byte[kept];
    int start = (int) ((beyond - kept) % tail.length);
    int run = Math.min(kept, tail.length - start);
    System.arraycopy(tail, start, last, 0, run);
    System.arraycopy(tail, 0, last, run, kept - run);
    return last;
  }

  private static String decode(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }
}
