package com.personalagentproxy.sandbox.backend.dev;

import com.personalagentproxy.sandbox.command.OutputSink;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Carries what comes out of a pipe to a sink, on a thread of its own. It reads through a channel,
 * since closing one, unlike a stream, frees the thread that waits in it.
 */
final class StreamPump implements Runnable, Closeable {

  private static final int PIPE = 64 * 1024;

  private final FileInputStream stream;
  private final FileChannel channel;
  private final OutputSink sink;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean started;
  private volatile boolean reachedEnd;
  private final AtomicLong carried = new AtomicLong();
  private volatile long lastCarriedAt = System.nanoTime();

  /** The pipe must have a writer, or this waits for one. */
  StreamPump(Path pipe, OutputSink sink) throws IOException {
    stream = new FileInputStream(pipe.toFile());
    channel = stream.getChannel();
    this.sink = sink;
  }

  /** Starts the thread. */
  void start(ThreadFactory threads) {
    threads.newThread(this).start();
    started = true;
  }

  @Override
  public void run() {
    try {
      ByteBuffer buffer = ByteBuffer.allocate(PIPE);
      int length = channel.read(buffer);
      while (length >= 0) {
        sink.accept(buffer.array(), 0, length);
        carried.addAndGet(length);
        lastCarriedAt = System.nanoTime();
        buffer.clear();
        length = channel.read(buffer);
      }
      reachedEnd = true;
    } catch (IOException closed) {
      // The drain's time was up.
    } finally {
      ended.countDown();
    }
  }

  /** Whether all writers have closed the pipe, and all they wrote was carried. */
  boolean reachedEnd() {
    return reachedEnd;
  }

  /** How much was carried until now. */
  long carried() {
    return carried.get();
  }

  /** Whether nothing was there to carry for so long. */
  boolean isQuietFor(Duration while_) {
    return reachedEnd
        || (available() == 0 && System.nanoTime() - lastCarriedAt >= while_.toNanos());
  }

  /** Whether all that was in the pipe when so much had been carried is carried now. */
  boolean isCaughtUpFrom(long carriedThen) {
    return reachedEnd || available() == 0 || carried.get() - carriedThen >= PIPE;
  }

  /** Waits for the end, and whether it came. */
  boolean awaitEnd(Duration patience) throws InterruptedException {
    return ended.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Stops carrying; the sink gets nothing any more once this is back. */
  @Override
  public void close() throws IOException {
    channel.close();
    stream.close();
    boolean interrupted = false;
    while (started && ended.getCount() > 0) {
      try {
        ended.await();
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private int available() {
    try {
      return stream.available();
    } catch (IOException closed) {
      return 0;
    }
  }
}
