package com.personalagentproxy.sandbox.access;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections in memory, for tests: one lock around each call. Owners that were given no name
 * bear their id.
 */
public final class InMemoryConnections implements Connections {

  private record OfAgent(AgentId agent, ConnectionId connection) {}

  private final Supplier<UUID> newIds;
  private final Map<UUID, String> names = new HashMap<>();
  private final Map<Connection.Owner, ConnectionId> ids = new HashMap<>();
  private final Set<MemberId> former = new HashSet<>();
  private final Map<ConnectionId, Map<Action, Boolean>> ofConnections = new HashMap<>();
  private final Map<OfAgent, Map<Action, Boolean>> ofAgents = new HashMap<>();

  public InMemoryConnections() {
    this(UUID::randomUUID);
  }

  /** With the connections' ids from elsewhere: for tests that are to repeat exactly. */
  public InMemoryConnections(Supplier<UUID> newIds) {
    this.newIds = newIds;
  }

  /** Gives an organization its name, first or anew. */
  public synchronized void name(OrganizationId organization, String name) {
    names.put(organization.value(), name);
  }

  /** Gives a member its name, first or anew. */
  public synchronized void name(MemberId member, String name) {
    names.put(member.value(), name);
  }

  /** Takes a member out of its organization. */
  public synchronized void leaves(MemberId member) {
    former.add(member);
  }

  /** Takes a former member in again. */
  public synchronized void comesBack(MemberId member) {
    former.remove(member);
  }

  @Override
  public synchronized List<Connection> leftBehind(OrganizationId organization) {
    return ids.entrySet().stream()
        .filter(
            known ->
                known.getKey() instanceof Connection.Owner.OfMember own
                    && own.organization().equals(organization)
                    && former.contains(own.member()))
        .map(known -> connection(known.getValue(), known.getKey()))
        .toList();
  }

  @Override
  public synchronized List<Connection> reachedBy(Agent agent) {
    return both(agent.member(), agent.organization());
  }

  @Override
  public synchronized List<Connection> seenBy(Person person) {
    return both(person.member(), person.organization());
  }

  private List<Connection> both(MemberId member, OrganizationId organization) {
    List<Connection> both = new ArrayList<>();
    for (Connection.Owner owner :
        List.of(
            new Connection.Owner.OfMember(member, organization),
            new Connection.Owner.OfOrganization(organization))) {
      ConnectionId id = ids.computeIfAbsent(owner, made -> new ConnectionId(newIds.get()));
      both.add(connection(id, owner));
    }
    return List.copyOf(both);
  }

  private Connection connection(ConnectionId id, Connection.Owner owner) {
    UUID bearer =
        owner instanceof Connection.Owner.OfMember own
            ? own.member().value()
            : owner.organization().value();
    return Connection.of(id, owner, names.getOrDefault(bearer, bearer.toString()));
  }

  @Override
  public synchronized Optional<Connection> find(ConnectionId connection) {
    return ids.entrySet().stream()
        .filter(known -> known.getValue().equals(connection))
        .map(known -> connection(known.getValue(), known.getKey()))
        .findAny();
  }

  @Override
  public synchronized Map<ConnectionId, Settings> settings(
      AgentId agent, List<ConnectionId> connections) {
    Map<ConnectionId, Settings> all = new HashMap<>();
    for (ConnectionId connection : connections) {
      Settings settings =
          new Settings(
              ofAgents.getOrDefault(new OfAgent(agent, connection), Map.of()),
              ofConnections.getOrDefault(connection, Map.of()));
      if (!settings.equals(Settings.UNTOUCHED)) {
        all.put(connection, settings);
      }
    }
    return Map.copyOf(all);
  }

  @Override
  public synchronized Settings settings(ConnectionId connection) {
    return new Settings(Map.of(), ofConnections.getOrDefault(connection, Map.of()));
  }

  @Override
  public synchronized void set(ConnectionId connection, Action action, boolean on) {
    ofConnections.computeIfAbsent(connection, unset -> new EnumMap<>(Action.class)).put(action, on);
  }

  @Override
  public synchronized void set(
      AgentId agent, ConnectionId connection, Action action, @Nullable Boolean on) {
    Map<Action, Boolean> own =
        ofAgents.computeIfAbsent(
            new OfAgent(agent, connection), unset -> new EnumMap<>(Action.class));
    if (on == null) {
      own.remove(action);
    } else {
      own.put(action, on);
    }
  }
}
