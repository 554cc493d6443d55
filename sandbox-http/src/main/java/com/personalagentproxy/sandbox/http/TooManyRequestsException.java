package com.personalagentproxy.sandbox.http;

import java.time.Duration;

/** A caller has asked for too much; nothing of the request was done. */
public final class TooManyRequestsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long seconds;

  /**
   * Says so.
   *
   * @param who has asked for too much, as it begins a sentence
   */
  public TooManyRequestsException(String who, Duration wait) {
    this(who, Math.max(1, wait.plusMillis(999).toSeconds()));
  }

  private TooManyRequestsException(String who, long seconds) {
    super(
        "%s has sent too many requests, so nothing of this was done. Wait %s second%s, then try again, and slower."
            .formatted(who, seconds, seconds == 1 ? "" : "s"));
    this.seconds = seconds;
  }

  /** How many whole seconds to wait before the next try. */
  public long seconds() {
    return seconds;
  }

  /** What to tell the caller. */
  public String sentence() {
    return String.valueOf(getMessage());
  }
}
