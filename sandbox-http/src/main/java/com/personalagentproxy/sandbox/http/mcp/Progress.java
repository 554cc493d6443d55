package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.command.OutputSink;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How a call is getting on: what its command prints, told a few times a second and within a fixed
 * memory however much that is, and that it has ended. Whoever prints is never kept waiting. Safe
 * for use by many threads, of which one asks for news.
 */
final class Progress {

  /** How many characters are told at once: the last ones. */
  static final int MOST_CHARACTERS = 4096;

  /** Between two times that something is told of output. */
  static final Duration GAP = Duration.ofMillis(250);

  private static final String LEFT_OUT = "[…]\n";
  private static final int LONGEST_CHARACTER = 4;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final StringBuilder untold = new StringBuilder();
  private final OutputSink stdout = sink();
  private final OutputSink stderr = sink();
  private boolean hasEnded;
  private boolean isCut;
  private long bytes;
  private long told = System.nanoTime() - GAP.toNanos();

  /** What there is to tell. */
  sealed interface News {

    /**
     * It printed something.
     *
     * @param bytes how many it has printed in all
     * @param text what of it is new, in the order in which it came from both streams
     */
    record Printed(long bytes, String text) implements News {

      /** Its size only: what a command prints may be secret, and must not reach a log (H1). */
      @Override
      public String toString() {
        return "Printed[%s characters]".formatted(text.length());
      }
    }

    /** Nothing has happened in that time. */
    record Quiet() implements News {}

    /** It has ended. */
    record Ended() implements News {}
  }

  OutputSink stdout() {
    return stdout;
  }

  OutputSink stderr() {
    return stderr;
  }

  /** The call has ended. */
  void end() {
    lock.lock();
    try {
      hasEnded = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The next thing to tell, waited for no longer than that. */
  News next(Duration atMost) throws InterruptedException {
    long begun = System.nanoTime();
    lock.lock();
    try {
      while (!hasEnded) {
        long now = System.nanoTime();
        long untilOutput = untold.isEmpty() ? Long.MAX_VALUE : GAP.toNanos() - (now - told);
        long untilQuiet = atMost.toNanos() - (now - begun);
        if (untilOutput <= 0) {
          return printed(now);
        }
        if (untilQuiet <= 0) {
          return new News.Quiet();
        }
        changed.await(Math.min(untilOutput, untilQuiet), TimeUnit.NANOSECONDS);
      }
      return new News.Ended();
    } finally {
      lock.unlock();
    }
  }

  private News printed(long now) {
    String text = isCut ? LEFT_OUT + untold : untold.toString();
    untold.setLength(0);
    isCut = false;
    told = now;
    return new News.Printed(bytes, text);
  }

  private OutputSink sink() {
    WholeCharacters characters = new WholeCharacters();
    return (buffer, offset, length) -> {
      // All but the end of a long piece is left out anyway, so it needn't be read.
      int passed = Math.max(0, length - MOST_CHARACTERS * LONGEST_CHARACTER);
      lock.lock();
      try {
        bytes += length;
        isCut |= passed > 0;
        characters.add(buffer, offset + passed, length - passed, untold);
        cut();
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    };
  }

  private void cut() {
    int beyond = untold.length() - MOST_CHARACTERS;
    if (beyond > 0) {
      boolean isHalf = Character.isLowSurrogate(untold.charAt(beyond));
      untold.delete(0, isHalf ? beyond + 1 : beyond);
      isCut = true;
    }
  }
}
