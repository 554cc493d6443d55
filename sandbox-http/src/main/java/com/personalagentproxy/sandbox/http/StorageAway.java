package com.personalagentproxy.sandbox.http;

import com.personalagentproxy.sandbox.answer.StorageException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is said when the server's store can't be read or written: to the caller what to do next, to
 * the log a line now and then, however many requests fail of it.
 */
public final class StorageAway {

  /** How many seconds a caller is asked to wait. */
  public static final int RETRY_AFTER = 5;

  static final String NOTHING_DONE =
      "The server's database can't be used at the moment, and nothing of this was done. Try again in a few seconds; if it goes on, tell whoever runs the server.";
  private static final String NOT_KNOWN =
      "The server's database went away, so it is not known whether this was done. Look whether it was, then try again in a few seconds; if it goes on, tell whoever runs the server.";

  private static final Logger LOG = LoggerFactory.getLogger(StorageAway.class);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  /** When the last line was written, and what came since; begins long ago. */
  private static final AtomicLong LAST =
      new AtomicLong(System.nanoTime() - BETWEEN_LINES.toNanos());

  private static final AtomicInteger UNTOLD = new AtomicInteger();

  private StorageAway() {}

  /**
   * A sentence for the caller.
   *
   * @param onlyLooks whether the call would have changed nothing in any case
   */
  public static String sentence(StorageException failure, boolean onlyLooks) {
    return onlyLooks || failure.isNothingDone() ? NOTHING_DONE : NOT_KNOWN;
  }

  /** Writes a line, unless one was written in the last seconds. Its message names no values. */
  public static void log(String requestId, StorageException failure) {
    long last = LAST.get();
    long now = System.nanoTime();
    if (now - last < BETWEEN_LINES.toNanos() || !LAST.compareAndSet(last, now)) {
      UNTOLD.incrementAndGet();
      return;
    }
    LOG.warn(
        "Request {} failed, and {} before it that were not told: {}",
        requestId,
        UNTOLD.getAndSet(0),
        failure.getMessage());
  }
}
