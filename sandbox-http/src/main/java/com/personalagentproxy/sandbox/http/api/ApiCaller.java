package com.personalagentproxy.sandbox.http.api;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.Person;
import org.jspecify.annotations.Nullable;

/** Who calls. */
sealed interface ApiCaller {

  /**
   * An agent, by its token.
   *
   * @param client what the agent's program calls itself
   */
  record OfAgent(Arrival arrival, String client) implements ApiCaller {

    /** Its calls for a task, or for its own. */
    Caller calling(@Nullable String task) {
      return new Caller(arrival.agent(), client, task, arrival.standing());
    }
  }

  /** A person, by a personal token or a session. */
  record OfPerson(Person person) implements ApiCaller {}
}
