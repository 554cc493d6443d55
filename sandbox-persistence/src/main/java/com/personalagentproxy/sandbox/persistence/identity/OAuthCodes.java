package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * The one-time codes that a person's consent gives a program, which redeems them for tokens. Safe
 * for use by many threads.
 */
public final class OAuthCodes {

  /** How long a code may be redeemed; exactly this long after it was made it may not. */
  public static final Duration LASTS = Duration.ofMinutes(5);

  /** How long an expired code is known, so that a second use of it is noticed. */
  private static final Duration KNOWN = Duration.ofDays(1);

  private static final String PREFIX = "sbx_code_";

  /**
   * What was consented to.
   *
   * @param challenge the SHA-256, in base64url, of what the program proves itself by
   * @param resource what the tokens are for
   */
  public record Consent(
      AgentId agent,
      String clientId,
      String clientName,
      String redirectUri,
      String challenge,
      String resource) {}

  /**
   * What comes with a code that is to be redeemed; all of it must be as it was consented to.
   *
   * @param challenge of the proof that was given
   * @param resource absent: as consented to
   */
  public record Redemption(
      String clientId, String redirectUri, String challenge, @Nullable String resource) {}

  private record Row(UUID agentId, String clientName, String resource) {}

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public OAuthCodes(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /** Makes a code. */
  public Secret make(Consent consent, Instant now) {
    Secret code = Secret.random(PREFIX);
    statements.inTransaction(
        handle -> {
          forget(now, handle);
          OAuthClients.keep(consent.clientId(), handle);
          return handle
              .createUpdate(
                  """
                  INSERT INTO oauth_codes
                    (code_hash, agent_id, client_id, client_name, redirect_uri, challenge, resource, expires_at)
                  VALUES (:hash, :agent, :clientId, :clientName, :redirectUri, :challenge, :resource, :expiresAt)
                  """)
              .bind("hash", code.hash())
              .bind("agent", consent.agent().value())
              .bind("clientId", consent.clientId())
              .bind("clientName", consent.clientName())
              .bind("redirectUri", consent.redirectUri())
              .bind("challenge", consent.challenge())
              .bind("resource", consent.resource())
              .bind("expiresAt", now.plus(LASTS))
              .execute();
        });
    return code;
  }

  private static void forget(Instant now, Handle handle) {
    handle
        .createUpdate("DELETE FROM oauth_codes WHERE expires_at <= :before")
        .bind("before", now.minus(KNOWN))
        .execute();
  }

  /**
   * Redeems a code for a grant's first tokens. Empty if it is unknown, was redeemed before, has
   * expired, or anything with it is wrong: of any number at once one gets them. Whoever redeems one
   * that was redeemed before, with all else right, ends what it gave: one of the two stole it.
   */
  public Optional<OAuthGrants.Tokens> redeem(String code, Redemption redemption, Instant now) {
    byte[] hash = Secret.hash(code);
    UUID grant = UUID.randomUUID();
    return statements.inTransaction(
        handle -> {
          Optional<Row> row = unused(hash, redemption, now, handle);
          if (row.isEmpty()) {
            given(hash, redemption, handle).ifPresent(id -> OAuthGrants.revoke(id, now, handle));
          }
          return row.map(
              found -> {
                OAuthGrants.insert(
                    grant,
                    found.agentId(),
                    redemption.clientId(),
                    found.clientName(),
                    found.resource(),
                    now,
                    handle);
                markUsed(hash, grant, handle);
                return OAuthGrants.giveTokens(grant, now, handle);
              });
        });
  }

  /** Locked, so that the others wait here and then see that it is used. */
  private static Optional<Row> unused(
      byte[] hash, Redemption redemption, Instant now, Handle handle) {
    return handle
        .createQuery(
            """
            SELECT agent_id, client_name, resource FROM oauth_codes
            WHERE code_hash = :hash AND grant_id IS NULL AND expires_at > :now
              AND client_id = :clientId AND redirect_uri = :redirectUri AND challenge = :challenge
              AND resource = coalesce(cast(:resource AS text), resource)
              AND EXISTS (
                SELECT FROM agents JOIN members ON members.id = member_id
                WHERE agents.id = agent_id AND revoked_at IS NULL AND removed_at IS NULL)
            FOR UPDATE
            """)
        .bind("hash", hash)
        .bind("now", now)
        .bind("clientId", redemption.clientId())
        .bind("redirectUri", redemption.redirectUri())
        .bind("challenge", redemption.challenge())
        .bind("resource", redemption.resource())
        .map(ConstructorMapper.of(Row.class))
        .findOne();
  }

  private static void markUsed(byte[] hash, UUID grant, Handle handle) {
    int marked =
        handle
            .createUpdate(
                "UPDATE oauth_codes SET grant_id = :grant WHERE code_hash = :hash AND grant_id IS"
                    + " NULL")
            .bind("hash", hash)
            .bind("grant", grant)
            .execute();
    if (marked != 1) {
      throw new IllegalStateException("A code was redeemed while its row was locked.");
    }
  }

  private static Optional<UUID> given(byte[] hash, Redemption redemption, Handle handle) {
    return handle
        .createQuery(
            """
            SELECT grant_id FROM oauth_codes
            WHERE code_hash = :hash AND grant_id IS NOT NULL AND client_id = :clientId AND challenge = :challenge
            """)
        .bind("hash", hash)
        .bind("clientId", redemption.clientId())
        .bind("challenge", redemption.challenge())
        .mapTo(UUID.class)
        .findOne();
  }
}
