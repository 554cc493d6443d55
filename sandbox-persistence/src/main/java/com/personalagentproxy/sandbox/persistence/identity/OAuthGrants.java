package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * What people granted programs: to act as one of their agents. A program has an access token for an
 * hour and a refresh token, which it exchanges for a new pair, once. All of a grant's tokens end
 * with the grant, and with the agent. Safe for use by many threads.
 */
public final class OAuthGrants {

  /** What every access token begins with. */
  public static final String ACCESS_PREFIX = "sbx_oauth_";

  private static final String REFRESH_PREFIX = "sbx_refresh_";

  /** How long an access token lasts; exactly this long after it was made it is worth nothing. */
  public static final Duration ACCESS_LASTS = Duration.ofHours(1);

  /**
   * How long a refresh token may be exchanged again: two windows of a program may share one, and an
   * answer may get lost.
   */
  static final Duration GRACE = Duration.ofMinutes(2);

  /** How long a grant is listed after the last of its tokens. */
  private static final Duration LISTED = Duration.ofDays(90);

  /** How long a refresh token may be exchanged. */
  public static final Duration REFRESH_LASTS = Duration.ofDays(30);

  /** A pair of tokens, which are told this once. */
  public record Tokens(Secret access, Secret refresh) {}

  /**
   * A grant in a list.
   *
   * @param agentName whom the program acts as
   * @param revokedAt when it was revoked, for good; absent if it wasn't
   */
  public record Entry(
      UUID id, String clientName, String agentName, Instant madeAt, @Nullable Instant revokedAt) {}

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public OAuthGrants(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  static void insert(
      UUID id,
      UUID agent,
      String clientId,
      String clientName,
      String resource,
      Instant now,
      Handle handle) {
    handle
        .createUpdate(
            """
            INSERT INTO oauth_grants (id, agent_id, client_id, client_name, resource, made_at)
            VALUES (:id, :agent, :clientId, :clientName, :resource, :now)
            """)
        .bind("id", id)
        .bind("agent", agent)
        .bind("clientId", clientId)
        .bind("clientName", clientName)
        .bind("resource", resource)
        .bind("now", now)
        .execute();
  }

  static Tokens giveTokens(UUID grant, Instant now, Handle handle) {
    Tokens tokens = new Tokens(Secret.random(ACCESS_PREFIX), Secret.random(REFRESH_PREFIX));
    for (String table : List.of("oauth_access_tokens", "oauth_refresh_tokens")) {
      handle
          .createUpdate(
              "DELETE FROM %s WHERE grant_id = :grant AND expires_at <= :now".formatted(table))
          .bind("grant", grant)
          .bind("now", now)
          .execute();
    }
    keep("oauth_access_tokens", tokens.access(), grant, now.plus(ACCESS_LASTS), handle);
    keep("oauth_refresh_tokens", tokens.refresh(), grant, now.plus(REFRESH_LASTS), handle);
    return tokens;
  }

  private static void keep(
      String table, Secret token, UUID grant, Instant expiresAt, Handle handle) {
    handle
        .createUpdate(
            "INSERT INTO %s (token_hash, grant_id, expires_at) VALUES (:hash, :grant, :expiresAt)"
                .formatted(table))
        .bind("hash", token.hash())
        .bind("grant", grant)
        .bind("expiresAt", expiresAt)
        .execute();
  }

  /**
   * Exchanges a refresh token for a new pair. Empty if it is unknown, another client's, for another
   * resource, expired, or was first exchanged {@link #GRACE} ago or longer: then the whole grant is
   * over, since one of the two who have it stole it.
   *
   * @param resource what the tokens are to be for; absent: what they were for
   */
  public Optional<Tokens> refresh(
      String refreshToken, String clientId, @Nullable String resource, Instant now) {
    byte[] hash = Secret.hash(refreshToken);
    return statements.inTransaction(
        handle -> {
          Optional<UUID> grant = use(hash, clientId, resource, now, handle);
          if (grant.isEmpty()) {
            usedBefore(hash, clientId, handle).ifPresent(id -> revoke(id, now, handle));
          }
          return grant.map(id -> giveTokens(id, now, handle));
        });
  }

  private static Optional<UUID> use(
      byte[] hash, String clientId, @Nullable String resource, Instant now, Handle handle) {
    return handle
        .createQuery(
            """
            UPDATE oauth_refresh_tokens SET used_at = coalesce(used_at, :now)
            FROM oauth_grants
            JOIN agents ON agents.id = oauth_grants.agent_id
            JOIN members ON members.id = agents.member_id
            WHERE oauth_refresh_tokens.token_hash = :hash AND (used_at IS NULL OR used_at > :graceFrom)
              AND expires_at > :now
              AND oauth_grants.id = grant_id AND oauth_grants.revoked_at IS NULL AND agents.revoked_at IS NULL
              AND members.removed_at IS NULL
              AND client_id = :clientId AND resource = coalesce(cast(:resource AS text), resource)
            RETURNING grant_id
            """)
        .bind("hash", hash)
        .bind("now", now)
        .bind("graceFrom", now.minus(GRACE))
        .bind("clientId", clientId)
        .bind("resource", resource)
        .mapTo(UUID.class)
        .findOne();
  }

  private static Optional<UUID> usedBefore(byte[] hash, String clientId, Handle handle) {
    return handle
        .createQuery(
            """
            SELECT grant_id FROM oauth_refresh_tokens JOIN oauth_grants ON oauth_grants.id = grant_id
            WHERE token_hash = :hash AND used_at IS NOT NULL AND client_id = :clientId
            """)
        .bind("hash", hash)
        .bind("clientId", clientId)
        .mapTo(UUID.class)
        .findOne();
  }

  /**
   * Ends an access token alone, or with a refresh token the whole grant; nothing happens if the
   * client has no such token.
   */
  public void giveUp(String token, String clientId, Instant now) {
    byte[] hash = Secret.hash(token);
    statements.inTransaction(
        handle -> {
          Optional<UUID> grant =
              handle
                  .createQuery(
                      """
                      SELECT grant_id FROM oauth_refresh_tokens JOIN oauth_grants ON oauth_grants.id = grant_id
                      WHERE token_hash = :hash AND client_id = :clientId
                      """)
                  .bind("hash", hash)
                  .bind("clientId", clientId)
                  .mapTo(UUID.class)
                  .findOne();
          grant.ifPresent(id -> revoke(id, now, handle));
          return handle
              .createUpdate(
                  """
                  DELETE FROM oauth_access_tokens USING oauth_grants
                  WHERE token_hash = :hash AND oauth_grants.id = grant_id AND client_id = :clientId
                  """)
              .bind("hash", hash)
              .bind("clientId", clientId)
              .execute();
        });
  }

  /** Its tokens are worth nothing from now on. */
  static void revoke(UUID grant, Instant now, Handle handle) {
    handle
        .createUpdate(
            "UPDATE oauth_grants SET revoked_at = :now WHERE id = :id AND revoked_at IS NULL")
        .bind("id", grant)
        .bind("now", now)
        .execute();
    endTokens(grant, handle);
  }

  private static void endTokens(UUID grant, Handle handle) {
    for (String table : List.of("oauth_access_tokens", "oauth_refresh_tokens")) {
      handle
          .createUpdate("DELETE FROM %s WHERE grant_id = :grant".formatted(table))
          .bind("grant", grant)
          .execute();
    }
  }

  /** Forgets what is over by its time; what was granted is listed for a while longer. */
  static void forget(Instant now, Handle handle) {
    for (String table : List.of("oauth_access_tokens", "oauth_refresh_tokens")) {
      handle
          .createUpdate("DELETE FROM %s WHERE expires_at <= :now".formatted(table))
          .bind("now", now)
          .execute();
    }
    handle
        .createUpdate(
            """
            DELETE FROM oauth_grants WHERE made_at <= :before
              AND NOT EXISTS (SELECT FROM oauth_refresh_tokens WHERE grant_id = oauth_grants.id)
              AND NOT EXISTS (SELECT FROM oauth_access_tokens WHERE grant_id = oauth_grants.id)
              AND NOT EXISTS (SELECT FROM oauth_codes WHERE grant_id = oauth_grants.id)
            """)
        .bind("before", now.minus(LISTED))
        .execute();
  }

  /** The agent that the member let this client act as last, if it still may act. */
  public Optional<AgentId> lastAgent(MemberId member, String clientId) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT agents.id FROM agents JOIN oauth_grants ON agent_id = agents.id
                    WHERE member_id = :member AND agents.revoked_at IS NULL AND client_id = :clientId
                    ORDER BY oauth_grants.made_at DESC LIMIT 1
                    """)
                .bind("member", member.value())
                .bind("clientId", clientId)
                .mapTo(UUID.class)
                .findOne()
                .map(AgentId::new));
  }

  /** What the member has granted, the last first; what was revoked too. */
  public List<Entry> of(MemberId member) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT oauth_grants.id, client_name, agents.name AS agent_name, oauth_grants.made_at,
                      least(oauth_grants.revoked_at, agents.revoked_at) AS revoked_at
                    FROM oauth_grants JOIN agents ON agents.id = oauth_grants.agent_id
                    WHERE agents.member_id = :member ORDER BY oauth_grants.made_at DESC, oauth_grants.id
                    """)
                .bind("member", member.value())
                .map(ConstructorMapper.of(Entry.class))
                .list());
  }

  /**
   * Revokes a grant of the member's, for good and from the program's next call on. Refused if the
   * member has no such grant that counts.
   */
  public Answer<Boolean> revoke(MemberId member, UUID grant, Instant now) {
    return statements.inTransaction(
        handle -> {
          int theirs =
              handle
                  .createUpdate(
                      """
                      UPDATE oauth_grants SET revoked_at = :now FROM agents
                      WHERE oauth_grants.id = :grant AND oauth_grants.revoked_at IS NULL
                        AND agents.id = agent_id AND agents.member_id = :member
                      """)
                  .bind("now", now)
                  .bind("grant", grant)
                  .bind("member", member.value())
                  .execute();
          if (theirs == 0) {
            return Answer.refused(
                new Refusal.NotFound(
                    "You have granted no such thing that could be revoked. Look at the list of"
                        + " programs."));
          }
          endTokens(grant, handle);
          return Answer.done(true);
        });
  }
}
