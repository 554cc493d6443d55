package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Arrival;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.ConnectionId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Standing;
import com.personalagentproxy.sandbox.access.Standings;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.PostgresConnections;
import com.personalagentproxy.sandbox.persistence.PostgresExperiments;
import com.personalagentproxy.sandbox.persistence.Rows;
import com.personalagentproxy.sandbox.persistence.SettingLines;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * How agents stand, in one statement: who the agent is, its organization's experiment, its two
 * connections and what is switched on them, all as they are now (C3–C6).
 */
public final class PostgresStandings implements Standings {

  private record Row(
      UUID id,
      String name,
      UUID memberId,
      UUID organizationId,
      String memberName,
      String organizationName,
      boolean experiment,
      @Nullable UUID own,
      @Nullable UUID shared,
      List<String> settings) {

    Agent agent() {
      return new Agent(
          new AgentId(id), name, new MemberId(memberId), new OrganizationId(organizationId));
    }

    boolean isWhole() {
      return own != null && shared != null;
    }

    Standing standing() {
      return experiment ? offered() : Standing.notOffered(agent());
    }

    private Standing offered() {
      List<Connection> reached = new ArrayList<>();
      OrganizationId organization = new OrganizationId(organizationId);
      if (own != null) {
        reached.add(
            Connection.of(
                new ConnectionId(own),
                new Connection.Owner.OfMember(new MemberId(memberId), organization),
                memberName));
      }
      if (shared != null) {
        reached.add(
            Connection.of(
                new ConnectionId(shared),
                new Connection.Owner.OfOrganization(organization),
                organizationName));
      }
      return new Standing(agent(), true, reached, SettingLines.settings(settings));
    }
  }

  private static final String NOTED_OF_GRANT =
      """
      WITH bearer AS (
        SELECT agent_id FROM oauth_access_tokens JOIN oauth_grants ON oauth_grants.id = grant_id
        WHERE token_hash = :hash AND expires_at > :now AND revoked_at IS NULL AND %s IN ('', :door)),
      noted AS (
        UPDATE agents SET last_used = :now FROM bearer
        WHERE agents.id = bearer.agent_id AND revoked_at IS NULL
          AND (last_used IS NULL OR last_used <= :notedBefore))
      """
          .formatted(ResourcePath.OF_COLUMN);

  /** Goes on with a condition on {@code agents}. */
  private static final String STANDINGS =
      """
      SELECT agents.id, agents.name, agents.member_id, members.organization_id,
        members.name AS member_name, organizations.name AS organization_name,
        EXISTS (
          SELECT FROM experiments
          WHERE experiments.organization_id = organizations.id AND experiments.name = '%s') AS experiment,
        own.id AS own, shared.id AS shared,
        ARRAY(
          SELECT %s FROM connection_settings
          WHERE connection_id IN (own.id, shared.id) AND (agent_id = agents.id OR agent_id IS NULL)
        ) AS settings
      FROM agents
      JOIN members ON members.id = agents.member_id
      JOIN organizations ON organizations.id = members.organization_id
      LEFT JOIN connections AS own
        ON own.organization_id = organizations.id AND own.member_id = members.id
      LEFT JOIN connections AS shared
        ON shared.organization_id = organizations.id AND shared.member_id IS NULL
      """
          .formatted(PostgresExperiments.SANDBOXES, SettingLines.LINE);

  private static final String OF_TOKEN =
      LastUse.noted("agents", "revoked_at IS NULL")
          + STANDINGS
          + "WHERE token_hash = :hash AND revoked_at IS NULL AND members.removed_at IS NULL";

  private static final String OF_GRANT =
      NOTED_OF_GRANT
          + STANDINGS
          + """
          WHERE agents.id = (SELECT agent_id FROM bearer)
            AND agents.revoked_at IS NULL AND members.removed_at IS NULL
          """;

  private final Statements statements;
  private final PostgresConnections connections;
  private final Rows<Row> rows = Rows.of(Row.class);

  /** With a {@link Database#jdbi}. */
  public PostgresStandings(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
    this.connections = new PostgresConnections(jdbi);
  }

  /**
   * The agent that has this token, or whose person granted a program to act as it by this one. Its
   * use is noted. With it comes how it stands, unless its connections have to be made first. Empty
   * if nobody has the token, it has expired, it, the grant or the agent was revoked, or it was
   * granted for another door. One statement for either kind.
   *
   * @param door the path of the resource that it is used at, such as {@code /mcp}. An agent's own
   *     token is good for all of the server
   */
  public Optional<Arrival> byToken(String token, String door, Instant now) {
    return statements
        .withHandle(
            handle ->
                (token.startsWith(OAuthGrants.ACCESS_PREFIX)
                        ? handle.createQuery(OF_GRANT).bind("door", door)
                        : handle.createQuery(OF_TOKEN))
                    .bind("hash", Secret.hash(token))
                    .bind("now", now)
                    .bind("notedBefore", LastUse.notedBefore(now))
                    .map(rows)
                    .findOne())
        .map(row -> new Arrival(row.agent(), isToBeMade(row) ? null : row.standing()));
  }

  private static boolean isToBeMade(Row row) {
    return row.experiment() && !row.isWhole();
  }

  @Override
  public Standing of(Agent agent) {
    return row(agent.id()).map(this::whole).orElseGet(() -> Standing.notOffered(agent));
  }

  private Optional<Row> row(AgentId agent) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(STANDINGS + "WHERE agents.id = :agent")
                .bind("agent", agent.value())
                .map(rows)
                .findOne());
  }

  private Standing whole(Row row) {
    if (!isToBeMade(row)) {
      return row.standing();
    }
    connections.reachedBy(row.agent());
    return row(new AgentId(row.id())).map(Row::standing).orElseGet(row::standing);
  }
}
