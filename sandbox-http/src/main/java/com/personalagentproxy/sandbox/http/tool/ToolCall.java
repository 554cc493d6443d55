package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.command.Follower;

/**
 * A call of a tool, its arguments checked.
 *
 * @param client what the agent's program calls itself
 * @param follower of the command, if it runs one
 */
record ToolCall(Arrival arrival, String client, Arguments arguments, Follower follower) {

  Agent agent() {
    return arrival.agent();
  }

  Caller caller() {
    return new Caller(agent(), client, arguments.text(TASK), arrival.standing());
  }

  static final String TASK = "task";
}
