package com.personalagentproxy.sandbox.http.tool;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.access.Agent;

/**
 * A call of a tool, its arguments checked.
 *
 * @param client what the agent's program calls itself
 */
record ToolCall(Agent agent, String client, Arguments arguments) {

  Caller caller() {
    return new Caller(agent, client, arguments.text(TASK));
  }

  static final String TASK = "task";
}
