package com.personalagentproxy.sandbox.backend.conformance;

import java.io.Serial;

/** A check can't be tried here; the message says why, in a sentence. */
final class CannotBeTried extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  CannotBeTried(String why) {
    super(why);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
