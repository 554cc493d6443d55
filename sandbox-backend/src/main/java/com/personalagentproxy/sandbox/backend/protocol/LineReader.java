package com.personalagentproxy.sandbox.backend.protocol;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Optional;

/** The lines of an answer, each within a bound of size and of time. Used by one thread. */
final class LineReader {

  /** How long a line may be, in bytes; 64 KiB of output take 87 KiB. */
  static final int LONGEST = 1024 * 1024;

  private static final byte[] NOTHING = {};

  private final BodyPipe body;
  private final Duration silence;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private byte[] piece = NOTHING;
  private int at;

  /**
   * @param silence how long the service may take until the next line
   */
  LineReader(BodyPipe body, Duration silence) {
    this.body = body;
    this.silence = silence;
  }

  /**
   * The next line without its end; empty at the end of the answer.
   *
   * @throws Cut if it is too long, has no end, or doesn't come in time
   */
  Optional<byte[]> next(Deadline whole) throws Cut, InterruptedException {
    if (whole.hasPassed()) {
      // Even if there is more to read: it might never end.
      throw new Cut("The backend didn't come to an end in time.");
    }
    Deadline until = whole.orIn(silence);
    while (true) {
      int end = at;
      while (end < piece.length && piece[end] != '\n') {
        end++;
      }
      begun.write(piece, at, end - at);
      if (begun.size() > LONGEST) {
        throw new Cut(
            "The backend sent a line of more than %s bytes, which is not read.".formatted(LONGEST));
      }
      if (end < piece.length) {
        at = end + 1;
        byte[] line = begun.toByteArray();
        begun.reset();
        return Optional.of(line);
      }
      at = 0;
      piece = NOTHING;
      Optional<byte[]> more = body.next(until);
      if (more.isEmpty()) {
        if (begun.size() > 0) {
          throw new Cut("The backend's answer ended in the middle of a line.");
        }
        return Optional.empty();
      }
      piece = more.get();
    }
  }
}
