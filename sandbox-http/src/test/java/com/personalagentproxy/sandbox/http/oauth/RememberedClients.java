package com.personalagentproxy.sandbox.http.oauth;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Registered clients, in memory. */
final class RememberedClients implements Clients {

  private final Map<String, Client> clients = new ConcurrentHashMap<>();
  volatile boolean isFull;

  @Override
  public boolean register(Client client) {
    if (!isFull) {
      clients.put(client.id(), client);
    }
    return !isFull;
  }

  @Override
  public Optional<Client> find(String id) {
    return Optional.ofNullable(clients.get(id));
  }
}
