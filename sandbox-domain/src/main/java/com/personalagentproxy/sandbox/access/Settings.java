package com.personalagentproxy.sandbox.access;

import java.util.EnumMap;
import java.util.Map;

/**
 * What was switched for one agent on one connection, as it is now (C4). What nobody has switched is
 * absent, and the connection's starting value counts.
 *
 * @param ofAgent the agent's own settings; they go before the connection's
 * @param ofConnection the connection's settings
 */
public record Settings(Map<Action, Boolean> ofAgent, Map<Action, Boolean> ofConnection) {

  /** Nothing switched: the starting values count (C3). */
  public static final Settings UNTOUCHED = new Settings(Map.of(), Map.of());

  public Settings {
    ofAgent = Map.copyOf(ofAgent);
    ofConnection = Map.copyOf(ofConnection);
  }

  /** Whether the action is switched on by itself, whatever {@code see} says. */
  boolean isOn(Action action, Connection.Owner owner) {
    return ofAgent.getOrDefault(action, isOnForAll(action, owner));
  }

  /** What {@link #isOn} rests on. */
  Access.Reason reason(Action action) {
    if (ofAgent.containsKey(action)) {
      return Access.Reason.AGENTS_SETTING;
    }
    return ofConnection.containsKey(action)
        ? Access.Reason.CONNECTIONS_SETTING
        : Access.Reason.STARTING_VALUE;
  }

  /** The connection's settings with the starting values where nothing was switched. */
  public Map<Action, Boolean> forAll(Connection.Owner owner) {
    Map<Action, Boolean> all = new EnumMap<>(Action.class);
    for (Action action : Action.values()) {
      all.put(action, isOnForAll(action, owner));
    }
    return all;
  }

  private boolean isOnForAll(Action action, Connection.Owner owner) {
    return ofConnection.getOrDefault(action, startsOn(action, owner));
  }

  private static boolean startsOn(Action action, Connection.Owner owner) {
    if (owner instanceof Connection.Owner.OfOrganization) {
      return false;
    }
    return switch (action) {
      case SEE, USE -> true;
      case DELETE -> false;
    };
  }
}
