package com.personalagentproxy.sandbox.machine;

/**
 * A change of a machine's state: from a settled state, through one on the way, to a settled one.
 */
public enum Move {
  MAKE(StateName.CREATING),
  SLEEP(StateName.FALLING_ASLEEP),
  WAKE(StateName.WAKING),
  DELETE(StateName.DELETING);

  private final StateName through;

  Move(StateName through) {
    this.through = through;
  }

  /** The state while the move is under way. */
  public StateName through() {
    return through;
  }
}
