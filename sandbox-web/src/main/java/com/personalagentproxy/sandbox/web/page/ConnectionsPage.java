package com.personalagentproxy.sandbox.web.page;

import java.util.List;

/** The page of connections. */
public record ConnectionsPage(List<ConnectionCard> connections) {

  public ConnectionsPage {
    connections = List.copyOf(connections);
  }
}
