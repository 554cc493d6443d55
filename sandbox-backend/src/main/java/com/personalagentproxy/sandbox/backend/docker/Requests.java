package com.personalagentproxy.sandbox.backend.docker;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What is sent to a lane: docker-java reads it on a thread of its own, for as long as the lane is
 * open.
 */
final class Requests extends InputStream {

  private static final byte[] END = new byte[0];

  private final BlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();
  private byte[] current = END;
  private int at;
  private boolean ended;

  /** Never waits; what is sent after the end is dropped. */
  void send(byte[] bytes) {
    if (bytes.length > 0) {
      waiting.add(bytes);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    // That the other end hung up is noticed by whoever reads the lane; there is no more to say of
    // it.
    Thread.currentThread().setUncaughtExceptionHandler((thread, hungUp) -> {});
    if (length == 0) {
      return 0;
    }
    while (at == current.length && !ended) {
      try {
        current = waiting.take();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Interrupted while there was nothing to send.");
      }
      at = 0;
      ended = current.length == 0;
    }
    if (ended) {
      return -1;
    }
    int some = Math.min(length, current.length - at);
    System.arraycopy(current, at, buffer, offset, some);
    at += some;
    return some;
  }

  @Override
  public void close() {
    waiting.add(END);
  }
}
