package com.personalagentproxy.sandbox.machine;

import java.util.Locale;

/** The states' names, for lists, guards and the wire. */
public enum StateName {
  CREATING,
  AWAKE,
  FALLING_ASLEEP,
  ASLEEP,
  WAKING,
  DELETING,
  LOST;

  /** The name on the wire and in the store, such as {@code falling_asleep}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a move is under way, which has a deadline (M6). */
  public boolean isOnTheWay() {
    return switch (this) {
      case CREATING, FALLING_ASLEEP, WAKING, DELETING -> true;
      case AWAKE, ASLEEP, LOST -> false;
    };
  }
}
