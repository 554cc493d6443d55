package com.personalagentproxy.sandbox.simulation;

/** A rule was broken in the simulated world. */
final class Violation extends AssertionError {

  private static final long serialVersionUID = 1L;

  Violation(String what) {
    super(what);
  }

  Violation(String what, Throwable cause) {
    super(what, cause);
  }
}
