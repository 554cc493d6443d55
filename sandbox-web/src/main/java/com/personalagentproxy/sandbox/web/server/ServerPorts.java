package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.machine.MachineBackend;
import com.personalagentproxy.sandbox.move.Ports;
import com.personalagentproxy.sandbox.move.Surroundings;
import com.personalagentproxy.sandbox.move.Timing;
import com.personalagentproxy.sandbox.persistence.PostgresActivity;
import com.personalagentproxy.sandbox.persistence.PostgresChronicle;
import com.personalagentproxy.sandbox.persistence.PostgresConnections;
import com.personalagentproxy.sandbox.persistence.PostgresExperiments;
import com.personalagentproxy.sandbox.persistence.PostgresSandboxStore;
import com.personalagentproxy.sandbox.persistence.PostgresShortcut;
import com.personalagentproxy.sandbox.persistence.PostgresTasks;
import com.personalagentproxy.sandbox.persistence.identity.PostgresStandings;
import com.personalagentproxy.sandbox.web.configuration.Configuration;
import org.jdbi.v3.core.Jdbi;

/** The domain's ports, as the server keeps things: all of it in one PostgreSQL. */
final class ServerPorts {

  private ServerPorts() {}

  /** With the times that the operator has set. */
  static Ports of(
      Configuration configuration,
      Jdbi jdbi,
      MachineBackend backend,
      Surroundings surroundings,
      Timing timing) {
    return new Ports(
        new PostgresSandboxStore(jdbi),
        backend,
        new PostgresConnections(jdbi),
        new PostgresExperiments(jdbi),
        new PostgresTasks(jdbi),
        new PostgresActivity(jdbi),
        new PostgresStandings(jdbi),
        new PostgresShortcut(jdbi),
        new PostgresChronicle(jdbi),
        surroundings,
        timing.idleAfter(configuration.idleAfter()).orphanKept(configuration.orphansKept()));
  }
}
