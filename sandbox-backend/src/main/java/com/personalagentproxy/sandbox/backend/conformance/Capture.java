package com.personalagentproxy.sandbox.backend.conformance;

import com.personalagentproxy.sandbox.command.OutputSink;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a command prints: counts all of it and keeps its start. It notices a backend that
 * gives it something from two threads at once, or after the command's end.
 */
final class Capture implements OutputSink {

  private static final int KEPT = 4 * 1024 * 1024;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final AtomicBoolean taking = new AtomicBoolean();
  private volatile long total;
  private volatile boolean ended;
  private volatile @Nullable String misuse;
  private final LongConsumer watcher;

  Capture() {
    this(total -> {});
  }

  /**
   * @param watcher is told after each piece how many bytes came until then
   */
  Capture(LongConsumer watcher) {
    this.watcher = watcher;
  }

  @Override
  public void accept(byte[] buffer, int offset, int length) {
    if (!taking.compareAndSet(false, true)) {
      misuse = "two threads at once in it";
      return;
    }
    if (ended && length > 0) {
      misuse = length + " bytes after the command's end";
    }
    // A volatile is written by one thread at a time here.
    long before = total;
    int room = (int) Math.max(0, Math.min(length, KEPT - before));
    synchronized (kept) {
      kept.write(buffer, offset, room);
    }
    total = before + length;
    watcher.accept(before + length);
    taking.set(false);
  }

  /** From now on nothing may come any more. */
  void ended() {
    ended = true;
    requireGoodUse();
  }

  /** Fails if the sink was used as none may be. */
  void requireGoodUse() {
    String how = misuse;
    if (how != null) {
      throw new Unmet("an output sink to be given bytes by one thread until the end", how);
    }
  }

  /** How many bytes came. */
  long total() {
    return total;
  }

  /** The first ones, up to four mebibytes. */
  byte[] bytes() {
    synchronized (kept) {
      return kept.toByteArray();
    }
  }
}
