package com.personalagentproxy.sandbox.web.server;

import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.Connection;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.PostgresConnections;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.PersonalTokens;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** Everybody who may call a server, and how each shows who it is. */
final class Callers {

  /** The kinds of callers, in the order of the table's columns. */
  enum Kind {
    NONE,
    STRANGERS_AGENT,
    AGENT_WITHOUT_SEE,
    AGENT_WITHOUT_USE,
    AGENT_WITHOUT_DELETE,
    AGENT,
    REVOKED_AGENT,
    MEMBER,
    OWNER,
    OWNER_BY_TOKEN,
    STRANGER
  }

  final Person owner;
  final Person member;
  final Person stranger;
  final Agent agent;
  final Connection connection;

  /** The agent's that may all. */
  final String token;

  private final Jdbi jdbi;
  private final Instant now = Instant.now();
  private final Map<Kind, String> secrets = new EnumMap<>(Kind.class);
  private final Map<Kind, AgentId> agents = new EnumMap<>(Kind.class);

  Callers(Jdbi jdbi) {
    this.jdbi = jdbi;
    Members members = new Members(jdbi);
    owner = members.all().get(0);
    member = members.add(owner.organization(), "Bob", Person.Role.MEMBER, now).orElseThrow();
    stranger = members.add(another(), "Mallory", Person.Role.OWNER, now).orElseThrow();
    PostgresConnections connections = new PostgresConnections(jdbi);
    connection = connections.seenBy(owner).get(0);
    Agents.Added whole = add(owner, Kind.AGENT);
    agent = whole.agent();
    token = whole.token().text();
    connections.set(agent.id(), connection.id(), Action.DELETE, true);
    add(stranger, Kind.STRANGERS_AGENT);
    without(connections, Kind.AGENT_WITHOUT_SEE, Action.SEE);
    without(connections, Kind.AGENT_WITHOUT_USE, Action.USE);
    without(connections, Kind.AGENT_WITHOUT_DELETE, Action.DELETE);
    Agents.Added revoked = add(owner, Kind.REVOKED_AGENT);
    new Agents(jdbi).revoke(revoked.agent().id().toString(), now).orElseThrow();
    secrets.put(
        Kind.OWNER_BY_TOKEN,
        new PersonalTokens(jdbi)
            .make(owner.member(), "for the test", now)
            .orElseThrow()
            .token()
            .text());
  }

  private OrganizationId another() {
    OrganizationId organization = new OrganizationId(UUID.randomUUID());
    jdbi.useHandle(
        handle -> {
          handle.execute(
              "INSERT INTO organizations (id, name, made_at) VALUES (?, 'Strangers', ?)",
              organization.value(),
              now);
          handle.execute(
              "INSERT INTO experiments (organization_id, name) VALUES (?, 'sandboxes')",
              organization.value());
        });
    return organization;
  }

  private Agents.Added add(Person person, Kind kind) {
    Agents.Added added = new Agents(jdbi).add(person.member(), "agent " + kind, now).orElseThrow();
    secrets.put(kind, added.token().text());
    agents.put(kind, added.agent().id());
    return added;
  }

  private void without(PostgresConnections connections, Kind kind, Action action) {
    connections.set(add(owner, kind).agent().id(), connection.id(), action, false);
  }

  /** Ends the right of one of the agents. */
  void revoke(Kind kind) {
    AgentId revoked = Objects.requireNonNull(agents.get(kind), "No agent is " + kind + ".");
    new Agents(jdbi).revoke(revoked.toString(), now).orElseThrow();
  }

  /** Adds to a request by whom it is; a session is a new one, since calls may end it. */
  HttpRequest.Builder as(Kind kind, HttpRequest.Builder request) {
    return switch (kind) {
      case NONE -> request;
      case MEMBER -> bySession(request, member.member());
      case OWNER -> bySession(request, owner.member());
      case STRANGER -> bySession(request, stranger.member());
      case STRANGERS_AGENT,
          AGENT_WITHOUT_SEE,
          AGENT_WITHOUT_USE,
          AGENT_WITHOUT_DELETE,
          AGENT,
          REVOKED_AGENT,
          OWNER_BY_TOKEN ->
          request.header("Authorization", "Bearer " + secrets.get(kind));
    };
  }

  private HttpRequest.Builder bySession(HttpRequest.Builder request, MemberId who) {
    SignIns signIns = new SignIns(jdbi);
    String session = signIns.redeem(signIns.code(who, now).text(), now).orElseThrow().text();
    return request.header("Cookie", "sandboxes=" + session).header("Sec-Fetch-Site", "same-origin");
  }
}
