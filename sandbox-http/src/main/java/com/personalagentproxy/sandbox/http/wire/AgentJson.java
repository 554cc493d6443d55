package com.personalagentproxy.sandbox.http.wire;

import com.personalagentproxy.sandbox.access.Agent;

/** An agent, as it was called then. */
public record AgentJson(String id, String name) {

  public static AgentJson of(Agent agent) {
    return new AgentJson(agent.id().toString(), agent.name());
  }
}
