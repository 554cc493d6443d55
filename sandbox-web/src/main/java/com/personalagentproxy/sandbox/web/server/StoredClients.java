package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.http.oauth.Client;
import com.personalagentproxy.sandbox.http.oauth.Clients;
import com.personalagentproxy.sandbox.persistence.identity.OAuthClients;
import java.time.InstantSource;
import java.util.Optional;

/** The programs that registered themselves, as the database keeps them. */
record StoredClients(OAuthClients clients, InstantSource clock) implements Clients {

  @Override
  public boolean register(Client client) {
    return clients.register(
        new OAuthClients.Registered(client.id(), client.name(), client.redirectUris()),
        clock.instant());
  }

  @Override
  public Optional<Client> find(String id) {
    return clients
        .find(id)
        .map(found -> new Client(found.id(), found.name(), found.redirectUris()));
  }
}
