package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.Sandboxes;
import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.console.ChangeFeed;
import com.personalagentproxy.sandbox.console.Console;
import com.personalagentproxy.sandbox.docs.Book;
import com.personalagentproxy.sandbox.http.SessionName;
import com.personalagentproxy.sandbox.http.api.ApiRoutes;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The HTTP API of a server whose people and agents are in its database. */
final class ApiDoors {

  private ApiDoors() {}

  /**
   * Its routes.
   *
   * @param publicUrl where browsers reach the server; absent: where it listens
   */
  static ApiRoutes of(
      Ports ports,
      ChangeFeed changes,
      Doors doors,
      TurnedAway turnedAway,
      Jdbi jdbi,
      @Nullable URI publicUrl) {
    InstantSource clock = ports.surroundings().clock();
    return new ApiRoutes(
        new Sandboxes(ports),
        new Console(ports),
        changes,
        new ApiRoutes.Callers(
            doors.agentsOfApi(),
            doors.people(),
            Doors.agentsOfApi(jdbi, clock),
            StoredPeople.in(jdbi, clock),
            SessionName.of(publicUrl),
            organization -> working(new Agents(jdbi), organization)),
        doors.commands(),
        turnedAway,
        Book.description());
  }

  private static List<Agent> working(Agents agents, OrganizationId organization) {
    return agents.of(organization).stream()
        .filter(entry -> entry.revokedAt() == null)
        .map(Agents.Entry::agent)
        .toList();
  }
}
