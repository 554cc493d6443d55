package com.personalagentproxy.sandbox.access;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Port: the connections and what is switched on them. Implementations are safe for use by many
 * threads and read every call anew (C4).
 */
public interface Connections {

  /**
   * The connections an agent reaches: its member's own first, then the organization's (C5). Each is
   * made when it isn't there yet; any number of calls at once make exactly one of each (C1). Their
   * names are the owners' names as they are now (C2).
   */
  List<Connection> reachedBy(Agent agent);

  /** Likewise for a person: the own connection and the organization's. */
  List<Connection> seenBy(Person person);

  /**
   * The own connections of those who are no members of the organization any more: neither they nor
   * any agent reach them, and an owner may clear them away. One whose member is back isn't among
   * them, and one without sandboxes needn't be: most former members leave nothing. None where
   * members don't leave.
   */
  default List<Connection> leftBehind(OrganizationId organization) {
    return List.of();
  }

  /** The connection, whoever it belongs to; empty when there is none with this id. */
  Optional<Connection> find(ConnectionId connection);

  /**
   * What is switched for this agent on each of the connections, now. A connection without a row is
   * absent.
   */
  Map<ConnectionId, Settings> settings(AgentId agent, List<ConnectionId> connections);

  /**
   * What is switched for each of these agents on one connection, now. This reads it for one agent
   * after the other, which is right; what reads it together is quicker.
   */
  default Map<AgentId, Settings> settings(Collection<AgentId> agents, ConnectionId connection) {
    return agents.stream()
        .distinct()
        .collect(
            Collectors.toUnmodifiableMap(
                Function.identity(),
                agent ->
                    settings(agent, List.of(connection))
                        .getOrDefault(connection, Settings.UNTOUCHED)));
  }

  /** What is switched on the connection for all agents, now. */
  Settings settings(ConnectionId connection);

  /** Switches an action on the connection for all its agents, from the next call on. */
  void set(ConnectionId connection, Action action, boolean on);

  /**
   * Switches an action on the connection for one agent, from its next call on: that goes before the
   * connection's setting (C4).
   *
   * @param on absent takes the agent's own setting back, if it has one: the connection's counts for
   *     it again
   */
  void set(AgentId agent, ConnectionId connection, Action action, @Nullable Boolean on);
}
