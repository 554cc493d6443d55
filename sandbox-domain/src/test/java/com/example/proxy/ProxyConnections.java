package com.example.proxy;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.Connection.Owner;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.access.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** A connection for each owner, made when it is first asked for, and what is switched on it. */
final class ProxyConnections implements Connections {

  /** A place for switches: a connection's own, or those of one agent on it. */
  private record Place(ConnectionId connection, Optional<AgentId> agent) {}

  private final Function<UUID, String> names;
  private final Map<Owner, ConnectionId> ids = new HashMap<>();
  private final Map<Place, Map<Action, Boolean>> switches = new HashMap<>();

  /**
   * @param names what the member or the organization of that id is called now
   */
  ProxyConnections(Function<UUID, String> names) {
    this.names = names;
  }

  @Override
  public List<Connection> reachedBy(Agent agent) {
    return both(agent.member(), agent.organization());
  }

  @Override
  public List<Connection> seenBy(Person person) {
    return both(person.member(), person.organization());
  }

  private synchronized List<Connection> both(MemberId member, OrganizationId organization) {
    return List.of(
        of(new Owner.OfMember(member, organization)), of(new Owner.OfOrganization(organization)));
  }

  private Connection of(Owner owner) {
    ConnectionId id = ids.computeIfAbsent(owner, first -> new ConnectionId(UUID.randomUUID()));
    UUID named =
        owner instanceof Owner.OfMember own ? own.member().value() : owner.organization().value();
    return Connection.of(id, owner, names.apply(named));
  }

  @Override
  public synchronized Optional<Connection> find(ConnectionId connection) {
    return ids.keySet().stream().map(this::of).filter(it -> it.id().equals(connection)).findAny();
  }

  @Override
  public synchronized Map<ConnectionId, Settings> settings(
      AgentId agent, List<ConnectionId> connections) {
    Map<ConnectionId, Settings> settings = new HashMap<>();
    for (ConnectionId each : connections) {
      settings.put(each, new Settings(at(each, Optional.of(agent)), at(each, Optional.empty())));
    }
    settings.values().removeIf(Settings.UNTOUCHED::equals);
    return settings;
  }

  @Override
  public synchronized Settings settings(ConnectionId connection) {
    return new Settings(Map.of(), at(connection, Optional.empty()));
  }

  @Override
  public synchronized void set(ConnectionId connection, Action action, boolean on) {
    at(connection, Optional.empty()).put(action, on);
  }

  @Override
  public synchronized void set(AgentId agent, ConnectionId connection, Action action, Boolean on) {
    Map<Action, Boolean> own = at(connection, Optional.of(agent));
    if (on == null) {
      own.remove(action);
    } else {
      own.put(action, on);
    }
  }

  private Map<Action, Boolean> at(ConnectionId connection, Optional<AgentId> agent) {
    return switches.computeIfAbsent(new Place(connection, agent), none -> new HashMap<>());
  }
}
