package com.personalagentproxy.sandbox.backend.docker;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads what an exec prints, as the engine frames it: which stream, how long, and so many bytes.
 */
final class Frames {

  private static final int BUFFER = 64 * 1024;
  private static final int STDERR = 2;

  /** Takes a piece of a stream. */
  @FunctionalInterface
  interface Stream {
    void feed(byte[] buffer, int offset, int length);
  }

  private Frames() {}

  /** Feeds both streams until the exec has ended. */
  static void read(InputStream body, Stream stdout, Stream stderr) throws IOException {
    DataInputStream input = new DataInputStream(new BufferedInputStream(body, BUFFER));
    byte[] buffer = new byte[BUFFER];
    while (true) {
      int kind = input.read();
      if (kind < 0) {
        return;
      }
      input.skipNBytes(3);
      long left = Integer.toUnsignedLong(input.readInt());
      while (left > 0) {
        int some = input.read(buffer, 0, (int) Math.min(left, BUFFER));
        if (some < 0) {
          throw new EOFException("The engine's answer ended in the middle of a piece.");
        }
        (kind == STDERR ? stderr : stdout).feed(buffer, 0, some);
        left -= some;
      }
    }
  }
}
