package com.personalagentproxy.sandbox.backend.conformance;

/** A moment between two looks at something that the backend does by itself. */
final class Pause {

  private static final int MILLISECONDS = 20;

  private Pause() {}

  static void briefly() throws InterruptedException {
    Thread.sleep(MILLISECONDS);
  }
}
