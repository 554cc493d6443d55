package com.personalagentproxy.sandbox.backend.dev;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes a command's standard input on a thread of its own, then closes it. A command that doesn't
 * read it is not in error (X2).
 */
final class StdinFeed implements Runnable, Closeable {

  private static final int PAUSE_MILLIS = 2;

  private final Path pipe;
  private final byte[] input;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean started;
  private volatile boolean closing;
  private volatile @Nullable FileChannel channel;

  StdinFeed(Path pipe, byte[] input) {
    this.pipe = pipe;
    this.input = input;
  }

  /** Starts the thread. */
  void start(ThreadFactory threads) {
    threads.newThread(this).start();
    started = true;
  }

  @Override
  public void run() {
    // Opening waits until the command has opened its end.
    try (FileChannel opened = FileChannel.open(pipe, StandardOpenOption.WRITE)) {
      channel = opened;
      ByteBuffer rest = ByteBuffer.wrap(input);
      while (rest.hasRemaining() && !closing) {
        opened.write(rest);
      }
    } catch (IOException unread) {
      // The command has ended or closed its end: it didn't want the rest.
    } finally {
      ended.countDown();
    }
  }

  /** Stops writing, wherever it is. */
  @Override
  public void close() throws IOException {
    closing = true;
    if (!started) {
      return;
    }
    // A reader, so that a thread that still waits for one goes on.
    try (FileChannel reader =
        FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      while (reader.isOpen() && !ended.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        FileChannel writing = channel;
        if (writing != null) {
          writing.close();
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
