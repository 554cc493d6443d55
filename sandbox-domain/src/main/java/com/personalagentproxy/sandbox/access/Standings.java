package com.personalagentproxy.sandbox.access;

import java.util.List;

/**
 * Port: reads how an agent stands, from where organizations, connections and settings are kept.
 * What reads them one after the other ({@link #of}) is right; what reads them together is quicker.
 * Implementations are safe for use by many threads.
 */
@FunctionalInterface
public interface Standings {

  /**
   * The agent's standing, read anew (C4). Its connections are made when they aren't there yet, but
   * not while its organization is without the experiment (C1, C6).
   */
  Standing of(Agent agent);

  /** Reads by the other ports. */
  static Standings of(Experiments experiments, Connections connections) {
    return agent -> {
      if (!experiments.sandboxesOn(agent.organization())) {
        return Standing.notOffered(agent);
      }
      List<Connection> reached = connections.reachedBy(agent);
      return new Standing(
          agent,
          true,
          reached,
          connections.settings(agent.id(), reached.stream().map(Connection::id).toList()));
    };
  }
}
