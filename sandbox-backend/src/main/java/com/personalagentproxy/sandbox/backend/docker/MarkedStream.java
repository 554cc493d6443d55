package com.personalagentproxy.sandbox.backend.docker;

import com.personalagentproxy.sandbox.command.OutputSink;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a lane's own words out of what its commands print: a word begins with a nonce, which no
 * command can guess, and ends with a newline. One thread feeds it; what it feeds while no sink is
 * there is dropped.
 */
final class MarkedStream {

  private static final int LONGEST_WORD = 100;

  private final byte[] nonce;
  private final Consumer<String> words;
  private int matched;
  private @Nullable StringBuilder word;
  private @Nullable OutputSink sink;
  private volatile long lastPrintedAt = System.nanoTime();

  /**
   * @param nonce whose first byte is in it only once, so that a part of it is never a part of
   *     another beginning
   * @param words told each word, behind all that was printed before it
   */
  MarkedStream(byte[] nonce, Consumer<String> words) {
    this.nonce = nonce.clone();
    this.words = words;
  }

  /** From here on what is printed goes there. */
  synchronized void open(OutputSink to) {
    sink = to;
  }

  /** The sink gets nothing any more once this is back; the next command's goes on. */
  synchronized void close(OutputSink to) {
    if (sink == to) {
      sink = null;
    }
  }

  /** When something was printed last, on {@link System#nanoTime}. */
  long lastPrintedAt() {
    return lastPrintedAt;
  }

  void feed(byte[] buffer, int offset, int length) {
    int end = offset + length;
    int from = offset;
    for (int at = offset; at < end; at++) {
      byte next = buffer[at];
      if (word != null) {
        from = at + 1;
        hear(word, next);
      } else if (matched > 0) {
        if (next == nonce[matched]) {
          matched++;
          from = at + 1;
          if (matched == nonce.length) {
            matched = 0;
            word = new StringBuilder();
          }
        } else {
          print(nonce, 0, matched);
          matched = 0;
          from = at;
          // It may be a beginning itself.
          at--;
        }
      } else if (next == nonce[0]) {
        print(buffer, from, at - from);
        matched = 1;
        from = at + 1;
      }
    }
    print(buffer, from, end - from);
  }

  private void hear(StringBuilder heard, byte next) {
    if (next == '\n') {
      word = null;
      words.accept(heard.toString().strip());
    } else if (heard.length() < LONGEST_WORD) {
      heard.append((char) next);
    }
  }

  private synchronized void print(byte[] buffer, int offset, int length) {
    if (length > 0 && sink != null) {
      sink.accept(buffer, offset, length);
      lastPrintedAt = System.nanoTime();
    }
  }
}
