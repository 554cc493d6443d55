package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;

/**
 * Who sent a request.
 *
 * @param client what the agent's program calls itself
 * @param origin where the request came from: an address and a program
 * @param requestId names the HTTP request
 */
record Asker(Arrival arrival, String client, String origin, String requestId) {

  Agent agent() {
    return arrival.agent();
  }

  /** The same for one message of several: each is decided by how things are then (C4). */
  Asker again() {
    return new Asker(arrival.again(), client, origin, requestId);
  }

  /** The same under the name that the program gives itself in a request. */
  Asker called(String name) {
    return new Asker(arrival, name, origin, requestId);
  }
}
