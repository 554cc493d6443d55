package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Standing;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, and for what.
 *
 * @param client what the agent's program calls itself; titles the agent's own task, if it can be a
 *     title
 * @param task the id of the task the call is for; the agent's own task if absent
 * @param standing how the agent stands, if the door has just read it for this very call; absent: it
 *     is read in the call (C4)
 */
public record Caller(
    Agent agent, @Nullable String client, @Nullable String task, @Nullable Standing standing) {

  public Caller {
    if (standing != null && !standing.agent().equals(agent)) {
      throw new IllegalArgumentException(
          "The standing of agent %s can't be that of a call of agent %s."
              .formatted(standing.agent().id(), agent.id()));
    }
  }

  /** One whose standing is read in the call. */
  public Caller(Agent agent, @Nullable String client, @Nullable String task) {
    this(agent, client, task, null);
  }
}
