package com.personalagentproxy.sandbox.web.demo;

import java.io.Serial;

/** Something the story says did not come true. */
final class Unmet extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final String expected;
  private final String got;

  Unmet(String expected, String got) {
    super("expected that %s, but got: %s".formatted(expected, got));
    this.expected = expected;
    this.got = got;
  }

  String expected() {
    return expected;
  }

  String got() {
    return got;
  }
}
