package com.personalagentproxy.sandbox.backend.dev;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/**
 * Writes a command's standard input on a thread of its own, then closes it. A command that doesn't
 * read it is not in error (X2).
 */
final class StdinFeed implements Runnable, Closeable {

  private final byte[] input;
  private final FileChannel reader;
  private final FileChannel writer;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean started;

  StdinFeed(Path pipe, byte[] input) throws IOException {
    this.input = input;
    // While a pipe has both, opening it never waits; and one that keeps its reader keeps what was
    // written, though the command comes later.
    FileChannel both = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      reader = FileChannel.open(pipe, StandardOpenOption.READ);
      writer = opened(pipe, reader);
    } finally {
      both.close();
    }
  }

  private static FileChannel opened(Path pipe, FileChannel reader) throws IOException {
    try {
      return FileChannel.open(pipe, StandardOpenOption.WRITE);
    } catch (IOException failure) {
      reader.close();
      throw failure;
    }
  }

  /** Starts the thread. */
  void start(ThreadFactory threads) {
    threads.newThread(this).start();
    started = true;
  }

  @Override
  public void run() {
    try (writer) {
      ByteBuffer rest = ByteBuffer.wrap(input);
      while (rest.hasRemaining()) {
        writer.write(rest);
      }
    } catch (IOException closed) {
      // The command has ended: it didn't want the rest.
    } finally {
      ended.countDown();
    }
  }

  /** Stops writing, wherever it is. */
  @Override
  public void close() throws IOException {
    writer.close();
    reader.close();
    while (started && ended.getCount() > 0) {
      try {
        ended.await();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
