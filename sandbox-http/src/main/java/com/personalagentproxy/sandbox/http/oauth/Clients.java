package com.personalagentproxy.sandbox.http.oauth;

import java.util.Optional;

/**
 * Port: the programs that registered themselves. Implementations are safe for use by many threads.
 */
public interface Clients {

  /** Registers one; false, and nothing done, while too many wait for somebody's consent. */
  boolean register(Client client);

  /** The one with this id; empty if there is none, or not any more. */
  Optional<Client> find(String id);
}
