package com.personalagentproxy.sandbox.persistence.identity;

import java.time.Duration;
import java.time.Instant;

/** When a token was used last: noted by the statement that tells whose it is, to the minute. */
final class LastUse {

  /** It is written down no more often than this. */
  private static final Duration EVERY = Duration.ofMinutes(1);

  private LastUse() {}

  /**
   * Begins a statement that is given the token's {@code :hash}, {@code :now} and {@link
   * #notedBefore}.
   *
   * @param table of such tokens
   * @param isGood whether a token of it may be used
   */
  static String noted(String table, String isGood) {
    return """
        WITH noted AS (
          UPDATE %s SET last_used = :now
          WHERE token_hash = :hash AND %s AND (last_used IS NULL OR last_used <= :notedBefore))
        """
        .formatted(table, isGood);
  }

  /** What was noted after that isn't noted again at that time: {@code :notedBefore}. */
  static Instant notedBefore(Instant now) {
    return now.minus(EVERY);
  }
}
