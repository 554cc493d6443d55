package com.personalagentproxy.sandbox;

import com.personalagentproxy.sandbox.access.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, and for what.
 *
 * @param client what the agent's program calls itself; titles the agent's own task, if it can be a
 *     title
 * @param task the id of the task the call is for; the agent's own task if absent
 */
public record Caller(Agent agent, @Nullable String client, @Nullable String task) {}
