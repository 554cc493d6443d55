package com.personalagentproxy.sandbox.simulation;

/** A server from its start until it is killed. */
final class Life {

  final String name;
  private boolean over;

  Life(String name) {
    this.name = name;
  }

  void end() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** The server was killed at this very call: nothing of it goes on. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("killed", null, false, false);
    }
  }
}
