package com.personalagentproxy.sandbox.machine;

import java.time.Instant;

/** What a machine is doing, and since when. */
public sealed interface MachineState {

  Instant since();

  /** The state's name. */
  default StateName name() {
    if (this instanceof Settled settled) {
      return settled.settled();
    }
    return ((OnTheWay) this).move().through();
  }

  /** Whether it is in the state of that name. */
  default boolean is(StateName name) {
    return name() == name;
  }

  /** Whether the machine is being made. */
  default boolean isMaking() {
    return is(StateName.CREATING);
  }

  /**
   * At rest: {@code awake}, {@code asleep} or {@code lost}; the name of a state on the way is a
   * broken contract.
   */
  record Settled(StateName settled, Instant since) implements MachineState {
    public Settled {
      if (settled.isOnTheWay()) {
        throw new IllegalArgumentException(settled + " is a state on the way, not a settled one.");
      }
    }
  }

  /**
   * A move is under way.
   *
   * @param deadline from then on the sweeper may take the move over (M6)
   */
  record OnTheWay(Move move, Instant since, Instant deadline) implements MachineState {}
}
