package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * The members' agents, each with a token of its own. Safe for use by many threads; everything is
 * read anew.
 */
public final class Agents {

  /** What every agent's token begins with. */
  public static final String TOKEN_PREFIX = "sbx_agent_";

  /** An agent with its token, which is told this once. */
  public record Added(Agent agent, Secret token) {}

  /**
   * An agent in a list.
   *
   * @param lastUsed when its token was last used, to the minute; absent if it never was
   * @param revokedAt when its token was revoked, for good; absent if it wasn't
   */
  public record Entry(
      Agent agent, Instant madeAt, @Nullable Instant lastUsed, @Nullable Instant revokedAt) {}

  private record Row(
      UUID id,
      String name,
      UUID memberId,
      UUID organizationId,
      Instant madeAt,
      @Nullable Instant lastUsed,
      @Nullable Instant revokedAt) {

    Agent agent() {
      return new Agent(
          new AgentId(id), name, new MemberId(memberId), new OrganizationId(organizationId));
    }

    Entry entry() {
      return new Entry(agent(), madeAt, lastUsed, revokedAt);
    }
  }

  private static final String AGENTS =
      """
      SELECT agents.*, members.organization_id
      FROM agents JOIN members ON members.id = agents.member_id
      """;

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public Agents(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /**
   * Adds an agent to a member, and tells its token. Refused for a name that isn't 1 to 100
   * characters on one line, or that another agent of the member bears, without regard to case,
   * whose token isn't revoked.
   */
  public Answer<Added> add(MemberId member, String name, Instant now) {
    return Members.checked(name)
        .then(checked -> statements.inTransaction(handle -> add(member, checked, now, handle)));
  }

  private static Answer<Added> add(MemberId member, String name, Instant now, Handle handle) {
    Optional<UUID> organization =
        handle
            .createQuery(
                "SELECT organization_id FROM members WHERE id = :member AND removed_at IS NULL FOR"
                    + " SHARE")
            .bind("member", member.value())
            .mapTo(UUID.class)
            .findOne();
    if (organization.isEmpty()) {
      return Answer.refused(new Refusal.NotFound("There is no member with the id " + member + "."));
    }
    Agent agent =
        new Agent(
            new AgentId(UUID.randomUUID()), name, member, new OrganizationId(organization.get()));
    Secret token = Secret.random(TOKEN_PREFIX);
    return insert(agent, token, now, handle)
        ? Answer.done(new Added(agent, token))
        : Answer.refused(
            new Refusal.Invalid(
                "name",
                "There is an agent named %s already. Give another name, or revoke that one first."
                    .formatted(Words.quoted(name))));
  }

  static boolean insert(Agent agent, Secret token, Instant now, Handle handle) {
    return handle
            .createUpdate(
                """
                INSERT INTO agents (id, member_id, name, name_key, token_hash, made_at)
                VALUES (:id, :member, :name, :nameKey, :hash, :now)
                ON CONFLICT (member_id, name_key) WHERE revoked_at IS NULL DO NOTHING
                """)
            .bind("id", agent.id().value())
            .bind("member", agent.member().value())
            .bind("name", agent.name())
            .bind("nameKey", agent.name().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT))
            .bind("hash", token.hash())
            .bind("now", now)
            .execute()
        == 1;
  }

  /** All of them, those made first first; those whose token was revoked too. */
  public List<Entry> all() {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(AGENTS + "ORDER BY agents.made_at, agents.id")
                .map(ConstructorMapper.of(Row.class))
                .map(Row::entry)
                .list());
  }

  /** The member's, those made last first; those that were revoked too. */
  public List<Entry> of(MemberId member) {
    return some("agents.member_id = :key", member.value());
  }

  /** Those of all the organization's members whose token isn't revoked, made first first. */
  public List<Agent> withTokens(OrganizationId organization) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    AGENTS
                        + """
                        WHERE members.organization_id = :organization AND agents.revoked_at IS NULL
                        ORDER BY agents.made_at, agents.id
                        """)
                .bind("organization", organization.value())
                .map(ConstructorMapper.of(Row.class))
                .map(Row::agent)
                .list());
  }

  /**
   * Those that the person may steer and whose token isn't revoked, the own ones first, then as they
   * were made; at most so many.
   */
  public List<Agent> steeredBy(Person person, int atMost) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    AGENTS
                        + """
                        WHERE members.organization_id = :organization AND agents.revoked_at IS NULL
                        AND (:everybodys OR agents.member_id = :member)
                        ORDER BY agents.member_id = :member DESC, agents.made_at, agents.id
                        LIMIT :atMost
                        """)
                .bind("organization", person.organization().value())
                .bind("everybodys", person.role() == Person.Role.OWNER)
                .bind("member", person.member().value())
                .bind("atMost", atMost)
                .map(ConstructorMapper.of(Row.class))
                .map(Row::agent)
                .list());
  }

  /** Those of all the organization's members, likewise. */
  public List<Entry> of(OrganizationId organization) {
    return some("members.organization_id = :key", organization.value());
  }

  /**
   * The agent with this id, revoked or not, if it is the person's to steer: an own one, or to an
   * owner any of the organization's.
   */
  public Optional<Entry> find(Person person, UUID agent) {
    return some("agents.id = :key", agent).stream()
        .filter(entry -> maySteer(person, entry.agent()))
        .findFirst();
  }

  private static boolean maySteer(Person person, Agent agent) {
    return agent.member().equals(person.member())
        || (person.role() == Person.Role.OWNER
            && agent.organization().equals(person.organization()));
  }

  private List<Entry> some(String condition, UUID key) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    AGENTS + "WHERE " + condition + " ORDER BY agents.made_at DESC, agents.id")
                .bind("key", key)
                .map(ConstructorMapper.of(Row.class))
                .map(Row::entry)
                .list());
  }

  /**
   * Revokes an agent's token, for good and from the next call on. Refused if it isn't the person's
   * to steer, as in {@link #find}, or was revoked before.
   */
  public Answer<Agent> revoke(Person person, UUID agent, Instant now) {
    return find(person, agent)
        .map(Entry::agent)
        .filter(found -> revoke(found.id(), now))
        .map(Answer::done)
        .orElseGet(
            () ->
                Answer.refused(
                    new Refusal.NotFound(
                        "There is no such agent that could be revoked. Look at the list again.")));
  }

  /**
   * Revokes the token of the agent with this name or id, for good and from the next call on.
   * Refused if there is no such agent with a token, or more than one of that name.
   */
  public Answer<Agent> revoke(String nameOrId, Instant now) {
    List<Agent> meant =
        all().stream()
            .filter(entry -> entry.revokedAt() == null)
            .map(Entry::agent)
            .filter(agent -> isMeant(agent, nameOrId.strip()))
            .toList();
    if (meant.isEmpty()) {
      return notFound(nameOrId);
    }
    if (meant.size() > 1) {
      return Answer.refused(
          new Refusal.Ambiguous(
              "More than one agent is named %s. Give the id of the one you mean: %s."
                  .formatted(
                      Words.quoted(nameOrId),
                      String.join(
                          ", ", meant.stream().map(agent -> agent.id().toString()).toList()))));
    }
    Agent agent = meant.get(0);
    return revoke(agent.id(), now) ? Answer.done(agent) : notFound(nameOrId);
  }

  private static boolean isMeant(Agent agent, String nameOrId) {
    return agent.name().equalsIgnoreCase(nameOrId)
        || agent.id().toString().equalsIgnoreCase(nameOrId);
  }

  private static Answer<Agent> notFound(String nameOrId) {
    return Answer.refused(
        new Refusal.NotFound(
            "There is no agent %s whose token could be revoked."
                .formatted(Words.quoted(nameOrId))));
  }

  private boolean revoke(AgentId agent, Instant now) {
    return statements.withHandle(
        handle ->
            handle
                    .createUpdate(
                        "UPDATE agents SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL")
                    .bind("id", agent.value())
                    .bind("now", now)
                    .execute()
                == 1);
  }
}
