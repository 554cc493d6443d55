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

  /** How long an access token lasts; exactly this long after it was made it is worth nothing. */
  public static final Duration ACCESS_LASTS = Duration.ofHours(1);

  /**
   * How long a refresh token may be exchanged again: two windows of a program may share one, and an
   * answer may get lost.
   */
  static final Duration GRACE = Duration.ofMinutes(2);

  /** How long a refresh token may be exchanged. */
  public static final Duration REFRESH_LASTS = Duration.ofDays(30);

  /** A pair of tokens, which are told this once. */
  public record Tokens(Secret access, Secret refresh) {}

  /**
   * A grant in a list.
   *
   * @param agentName whom the program acts as
   * @param overSince when it was revoked, or it was noticed that the last of its tokens had
   *     expired; absent if it counts
   */
  public record Entry(
      UUID id, String clientName, String agentName, Instant madeAt, @Nullable Instant overSince) {}

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

  private record Held(
      UUID grantId, String resource, Instant expiresAt, @Nullable Instant usedAt, boolean counts) {

    boolean isStolen(Instant now) {
      return usedAt != null && !usedAt.isAfter(now.minus(GRACE));
    }
  }

  /**
   * Exchanges a refresh token for a new pair. For nothing if it is unknown, another client's,
   * expired, or was first exchanged {@link #GRACE} ago or longer: then the whole grant is over,
   * since one of the two who have it stole it.
   *
   * @param resource what the tokens are to be for; absent: what they were for
   */
  public OAuthExchange refresh(
      String refreshToken, String clientId, @Nullable String resource, Instant now) {
    byte[] hash = Secret.hash(refreshToken);
    return statements.inTransaction(
        handle ->
            held(hash, clientId, handle)
                .map(held -> exchange(hash, held, resource, now, handle))
                .orElseGet(OAuthExchange.Nothing::new));
  }

  private static OAuthExchange exchange(
      byte[] hash, Held held, @Nullable String resource, Instant now, Handle handle) {
    if (held.isStolen(now)) {
      revoke(held.grantId(), now, handle);
      return new OAuthExchange.Nothing();
    }
    if (!held.counts() || !held.expiresAt().isAfter(now)) {
      return new OAuthExchange.Nothing();
    }
    if (resource != null && !ResourcePath.isSame(resource, held.resource())) {
      return new OAuthExchange.OtherResource(held.resource());
    }
    markUsed(hash, now, handle);
    return new OAuthExchange.Given(OAuthTokens.give(held.grantId(), now, handle));
  }

  /** Locked, so that of any number at once each sees what the others made of it. */
  private static Optional<Held> held(byte[] hash, String clientId, Handle handle) {
    return handle
        .createQuery(
            """
            SELECT grant_id, resource, expires_at, used_at,
              oauth_grants.revoked_at IS NULL AND agents.revoked_at IS NULL AND removed_at IS NULL AS counts
            FROM oauth_refresh_tokens
            JOIN oauth_grants ON oauth_grants.id = grant_id
            JOIN agents ON agents.id = oauth_grants.agent_id
            JOIN members ON members.id = agents.member_id
            WHERE oauth_refresh_tokens.token_hash = :hash AND client_id = :clientId
            FOR UPDATE OF oauth_refresh_tokens
            """)
        .bind("hash", hash)
        .bind("clientId", clientId)
        .map(ConstructorMapper.of(Held.class))
        .findOne();
  }

  /** When it was used first stays. */
  private static void markUsed(byte[] hash, Instant now, Handle handle) {
    handle
        .createUpdate(
            "UPDATE oauth_refresh_tokens SET used_at = :now WHERE token_hash = :hash AND used_at IS"
                + " NULL")
        .bind("now", now)
        .bind("hash", hash)
        .execute();
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
    OAuthTokens.end(grant, handle);
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

  /** What the member has granted, the last first; what is over too. */
  public List<Entry> of(MemberId member) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT oauth_grants.id, client_name, agents.name AS agent_name, oauth_grants.made_at,
                      least(oauth_grants.revoked_at, ended_at, agents.revoked_at) AS over_since
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
          OAuthTokens.end(grant, handle);
          return Answer.done(true);
        });
  }
}
