package com.personalagentproxy.sandbox.backend.conformance;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Something that a check expected of the backend did not come true. */
final class Unmet extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final String expected;
  private final String came;

  Unmet(String expected, String came) {
    this(expected, came, null);
  }

  Unmet(String expected, String came, @Nullable Throwable cause) {
    super("Expected %s, but %s came.".formatted(expected, came), cause);
    this.expected = expected;
    this.came = came;
  }

  String expected() {
    return expected;
  }

  String came() {
    return came;
  }
}
