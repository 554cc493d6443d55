package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;

/**
 * A call of a tool, its arguments checked.
 *
 * @param client what the agent's program calls itself
 */
record ToolCall(Arrival arrival, String client, Arguments arguments) {

  Agent agent() {
    return arrival.agent();
  }

  Caller caller() {
    return new Caller(agent(), client, arguments.text(TASK), arrival.standing());
  }

  static final String TASK = "task";
}
