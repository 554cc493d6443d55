package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.SessionName;
import com.personalagentproxy.sandbox.http.api.ApiRoutes;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.web.docs.Book;
import org.jdbi.v3.core.Jdbi;

/** The HTTP API of a server whose people and agents are in its database. */
final class ApiDoors {

  private ApiDoors() {}

  /**
   * Its routes.
   *
   * @param isSecure whether browsers reach the server by https
   */
  static ApiRoutes of(
      Ports ports, ChangeFeed changes, Jdbi jdbi, Agents agents, People people, boolean isSecure) {
    com.personalagentproxy.sandbox.persistence.identity.Agents kept =
        new com.personalagentproxy.sandbox.persistence.identity.Agents(jdbi);
    return new ApiRoutes(
        new Sandboxes(ports),
        new Console(ports),
        changes,
        new ApiRoutes.Callers(
            agents,
            people,
            new SessionName(isSecure),
            organization ->
                kept.of(organization).stream()
                    .filter(entry -> entry.revokedAt() == null)
                    .map(entry -> entry.agent())
                    .toList()),
        Book.description());
  }
}
