package com.personalagentproxy.sandbox.http.mcp;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.Arrival;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Who sent a request.
 *
 * @param client what the agent's program calls itself
 * @param origin which of the agent's programs it is
 * @param requestId names the HTTP request
 * @param readAnew who it is if that is asked again; empty when the token isn't an agent's any more
 */
record Asker(
    Arrival arrival,
    String client,
    Origin origin,
    String requestId,
    Supplier<Optional<Arrival>> readAnew) {

  Agent agent() {
    return arrival.agent();
  }

  /** The same for one message of several: each is decided by how things are then (C4). */
  Optional<Asker> again() {
    return readAnew.get().map(now -> new Asker(now, client, origin, requestId, readAnew));
  }

  /** The same under the name that the program gives itself in a request. */
  Asker called(String name) {
    return new Asker(arrival, name, origin, requestId, readAnew);
  }
}
