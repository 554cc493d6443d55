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
 * @param strangers goes before and after all routes
 */
record Doors(Agents agents, People people, CommandLimit commands, StrangerLimit strangers) {

  static Doors of(Limits limits, Jdbi jdbi, InstantSource clock, TurnedAway turnedAway) {
    PostgresStandings standings = new PostgresStandings(jdbi);
    CallerLimit callers = new CallerLimit(limits, turnedAway);
    return new Doors(
        callers.of((Agents) token -> standings.byToken(token, clock.instant())),
        callers.of(StoredPeople.in(jdbi, clock)),
        new CommandLimit(limits, turnedAway),
        new StrangerLimit(limits, callers));
  }
}
