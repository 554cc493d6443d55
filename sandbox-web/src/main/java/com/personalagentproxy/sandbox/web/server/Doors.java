package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.TurnedAway;
import com.personalagentproxy.sandbox.http.Agents;
import com.personalagentproxy.sandbox.http.People;
import com.personalagentproxy.sandbox.http.limit.CallerLimit;
import com.personalagentproxy.sandbox.http.limit.CommandLimit;
import com.personalagentproxy.sandbox.http.limit.Limits;
import com.personalagentproxy.sandbox.http.limit.StrangerLimit;
import com.personalagentproxy.sandbox.persistence.identity.PostgresStandings;
import java.time.InstantSource;
import org.jdbi.v3.core.Jdbi;

/**
 * Who comes in, and how much of them at once. Whoever is looked up here is counted.
 *
 * @param agentsOfMcp who comes to MCP with a token that is good there
 * @param agentsOfApi likewise to the HTTP API
 * @param strangers goes before and after all routes
 */
record Doors(
    Agents agentsOfMcp,
    Agents agentsOfApi,
    People people,
    CommandLimit commands,
    StrangerLimit strangers) {

  /** Which resource is used at each, as a token that a program got by OAuth is for one of them. */
  private static final String MCP = "/mcp";

  private static final String API = "/api";

  static Doors of(Limits limits, Jdbi jdbi, InstantSource clock, TurnedAway turnedAway) {
    PostgresStandings standings = new PostgresStandings(jdbi);
    CallerLimit callers = new CallerLimit(limits, turnedAway);
    return new Doors(
        callers.of(agents(standings, MCP, clock), MCP),
        callers.of(agents(standings, API, clock), API),
        callers.of(StoredPeople.in(jdbi, clock), API),
        new CommandLimit(limits, turnedAway),
        new StrangerLimit(limits, callers));
  }

  /** Those of the API, uncounted. */
  static Agents agentsOfApi(Jdbi jdbi, InstantSource clock) {
    return agents(new PostgresStandings(jdbi), API, clock);
  }

  private static Agents agents(PostgresStandings standings, String door, InstantSource clock) {
    return token -> standings.byToken(token, door, clock.instant());
  }
}
