package com.personalagentproxy.sandbox.persistence;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.Connections;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.access.Settings;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * The connections in PostgreSQL. Their names are made of their owners' names when they are read
 * (C2).
 */
public final class PostgresConnections implements Connections {

  private record Row(UUID id, UUID organizationId, @Nullable UUID memberId, String ownerName) {

    Connection connection() {
      OrganizationId organization = new OrganizationId(organizationId);
      return Connection.of(
          new ConnectionId(id),
          memberId == null
              ? new Connection.Owner.OfOrganization(organization)
              : new Connection.Owner.OfMember(new MemberId(memberId), organization),
          ownerName);
    }
  }

  private static final String CONNECTIONS_WITH_OWNERS =
      """
      SELECT connections.*, coalesce(members.name, organizations.name) AS owner_name
      FROM connections
      JOIN organizations ON organizations.id = connections.organization_id
      LEFT JOIN members ON members.id = connections.member_id
      """;

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public PostgresConnections(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  @Override
  public List<Connection> reachedBy(Agent agent) {
    return both(agent.member(), agent.organization());
  }

  @Override
  public List<Connection> seenBy(Person person) {
    return both(person.member(), person.organization());
  }

  private List<Connection> both(MemberId member, OrganizationId organization) {
    return statements.withHandle(
        handle -> {
          List<Connection> there = findBoth(member, organization, handle);
          if (there.size() == 2) {
            return there;
          }
          make(member, organization, handle);
          return findBoth(member, organization, handle);
        });
  }

  private static List<Connection> findBoth(
      MemberId member, OrganizationId organization, Handle handle) {
    return handle
        .createQuery(
            CONNECTIONS_WITH_OWNERS
                + """
                WHERE connections.organization_id = :organization
                  AND (connections.member_id = :member OR connections.member_id IS NULL)
                ORDER BY connections.member_id NULLS LAST
                """)
        .bind("organization", organization.value())
        .bind("member", member.value())
        .map(ConstructorMapper.of(Row.class))
        .map(Row::connection)
        .list();
  }

  private static void make(MemberId member, OrganizationId organization, Handle handle) {
    handle
        .createUpdate(
            """
            INSERT INTO connections (id, organization_id, member_id)
            VALUES (:ownId, :organization, :member), (:sharedId, :organization, NULL)
            ON CONFLICT DO NOTHING
            """)
        .bind("ownId", UUID.randomUUID())
        .bind("sharedId", UUID.randomUUID())
        .bind("organization", organization.value())
        .bind("member", member.value())
        .execute();
  }

  @Override
  public List<Connection> leftBehind(OrganizationId organization) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    CONNECTIONS_WITH_OWNERS
                        + """
                        WHERE connections.organization_id = :organization AND members.removed_at IS NOT NULL
                          AND EXISTS (SELECT FROM sandboxes WHERE connection_id = connections.id)
                        ORDER BY members.removed_at DESC, members.id
                        """)
                .bind("organization", organization.value())
                .map(ConstructorMapper.of(Row.class))
                .map(Row::connection)
                .list());
  }

  @Override
  public Optional<Connection> find(ConnectionId connection) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(CONNECTIONS_WITH_OWNERS + "WHERE connections.id = :connection")
                .bind("connection", connection.value())
                .map(ConstructorMapper.of(Row.class))
                .findOne()
                .map(Row::connection));
  }

  @Override
  public Map<ConnectionId, Settings> settings(AgentId agent, List<ConnectionId> connections) {
    return SettingLines.settings(switched(agent, connections));
  }

  @Override
  public Map<AgentId, Settings> settings(Collection<AgentId> agents, ConnectionId connection) {
    if (agents.isEmpty()) {
      return Map.of();
    }
    List<Switched> all = switched(agents, connection);
    Map<AgentId, Settings> settings = new HashMap<>();
    for (AgentId agent : agents) {
      settings.computeIfAbsent(
          agent,
          each ->
              SettingLines.settings(
                      all.stream().filter(one -> one.isFor(each)).map(Switched::line).toList())
                  .getOrDefault(connection, Settings.UNTOUCHED));
    }
    return Map.copyOf(settings);
  }

  private record Switched(@Nullable UUID agentId, String line) {
    boolean isFor(AgentId agent) {
      return agentId == null || agentId.equals(agent.value());
    }
  }

  private List<Switched> switched(Collection<AgentId> agents, ConnectionId connection) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT agent_id, %s AS line FROM connection_settings
                    WHERE connection_id = :connection AND (agent_id = ANY (:agents) OR agent_id IS NULL)
                    """
                        .formatted(SettingLines.LINE))
                .bind("connection", connection.value())
                .bindArray("agents", UUID.class, agents.stream().map(AgentId::value).toList())
                .map(ConstructorMapper.of(Switched.class))
                .list());
  }

  @Override
  public Settings settings(ConnectionId connection) {
    return settings(NO_AGENT, List.of(connection)).getOrDefault(connection, Settings.UNTOUCHED);
  }

  /** Nothing is ever switched for it. */
  private static final AgentId NO_AGENT = new AgentId(new UUID(0, 0));

  private List<String> switched(AgentId agent, List<ConnectionId> connections) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT %s FROM connection_settings
                    WHERE connection_id = ANY (:connections) AND (agent_id = :agent OR agent_id IS NULL)
                    """
                        .formatted(SettingLines.LINE))
                .bindArray(
                    "connections",
                    UUID.class,
                    connections.stream().map(ConnectionId::value).toList())
                .bind("agent", agent.value())
                .mapTo(String.class)
                .list());
  }

  @Override
  public void set(ConnectionId connection, Action action, boolean on) {
    put(null, connection, action, on);
  }

  @Override
  public void set(AgentId agent, ConnectionId connection, Action action, @Nullable Boolean on) {
    if (on == null) {
      takeBack(agent, connection, action);
    } else {
      put(agent, connection, action, on);
    }
  }

  private void takeBack(AgentId agent, ConnectionId connection, Action action) {
    statements.useHandle(
        handle ->
            handle
                .createUpdate(
                    """
                    DELETE FROM connection_settings
                    WHERE connection_id = :connection AND agent_id = :agent AND action = :action
                    """)
                .bind("connection", connection.value())
                .bind("agent", agent.value())
                .bind("action", action.word())
                .execute());
  }

  private void put(@Nullable AgentId agent, ConnectionId connection, Action action, boolean on) {
    statements.useHandle(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO connection_settings (connection_id, agent_id, action, is_on)
                    VALUES (:connection, :agent, :action, :on)
                    ON CONFLICT (connection_id, coalesce(agent_id, '00000000-0000-0000-0000-000000000000'), action)
                    DO UPDATE SET is_on = excluded.is_on
                    """)
                .bind("connection", connection.value())
                .bind("agent", agent == null ? null : agent.value())
                .bind("action", action.word())
                .bind("on", on)
                .execute());
  }
}
