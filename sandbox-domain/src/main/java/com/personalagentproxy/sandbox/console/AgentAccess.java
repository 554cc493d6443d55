package com.personalagentproxy.sandbox.console;

import com.personalagentproxy.sandbox.access.Access;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Settings;
import java.util.EnumMap;
import java.util.Map;

/**
 * What one agent may do on a connection, for who may change it.
 *
 * @param decisions for each action what the agent's calls come to now, and why
 */
public record AgentAccess(
    Connection connection, Agent agent, Map<Action, Access.Decision> decisions) {

  public AgentAccess {
    decisions = Map.copyOf(decisions);
  }

  static AgentAccess of(Agent agent, Connection connection, Settings settings) {
    Map<Action, Access.Decision> decisions = new EnumMap<>(Action.class);
    for (Action action : Action.values()) {
      decisions.put(action, Access.decide(agent, connection, action, settings));
    }
    return new AgentAccess(connection, agent, decisions);
  }
}
