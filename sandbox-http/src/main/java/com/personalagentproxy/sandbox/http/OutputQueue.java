package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.command.OutputSink;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Output on its way from the command to the caller: a bounded number of pieces of bounded size, so
 * that a caller who reads slowly slows the command down and takes no more memory. Once nobody reads
 * any more, output is dropped and blocks nobody.
 */
public final class OutputQueue {

  /** In base64 a line of 64 KiB. */
  private static final int LARGEST_PIECE = 48 * 1024;

  private static final int PIECES = 16;
  private static final Duration LOOK = Duration.ofMillis(200);

  /** Output of a stream; without bytes when the command has come to its end. */
  public record Piece(String stream, ByteBuffer bytes) {}

  private final BlockingQueue<Piece> pieces = new ArrayBlockingQueue<>(PIECES);
  private volatile boolean isAbandoned;

  /** Where that stream's output goes. */
  public OutputSink sink(String stream) {
    return (buffer, offset, length) -> {
      for (int at = offset; at < offset + length; at += LARGEST_PIECE) {
        int end = Math.min(at + LARGEST_PIECE, offset + length);
        put(new Piece(stream, ByteBuffer.wrap(Arrays.copyOfRange(buffer, at, end))));
      }
    };
  }

  /** The next piece; absent if none comes in that time. */
  public @Nullable Piece next(Duration atMost) throws InterruptedException {
    return pieces.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Puts in that no more comes. */
  public void end() {
    put(new Piece("end", ByteBuffer.allocate(0)));
  }

  public static boolean isEnd(Piece piece) {
    return piece.stream().equals("end");
  }

  public boolean isEmpty() {
    return pieces.isEmpty();
  }

  /** Nobody reads any more. */
  public void abandon() {
    isAbandoned = true;
    pieces.clear();
  }

  /** Also of a command that is being ended: its last words come until nobody reads any more. */
  private void put(Piece piece) {
    boolean isIn = false;
    boolean isInterrupted = false;
    while (!isIn && !isAbandoned) {
      try {
        isIn = pieces.offer(piece, LOOK.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException stop) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
