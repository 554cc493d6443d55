package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.Agent;
import com.personalagentproxy.sandbox.access.AgentId;
import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
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
  static final Duration KNOWN = Duration.ofDays(1);

  private static final String PREFIX = "sbx_code_";

  /** Whom a program is to act as. */
  public sealed interface ActsAs {
    /** An agent of the member's. */
    record Existing(AgentId agent) implements ActsAs {}

    /**
     * A new one, which is made when the code is redeemed.
     *
     * @param name fit for an agent; it gets a number where it is taken then
     */
    record New(MemberId member, String name) implements ActsAs {}
  }

  /**
   * What was consented to.
   *
   * @param challenge the SHA-256, in base64url, of what the program proves itself by
   * @param resource what the tokens are for
   */
  public record Consent(
      ActsAs actsAs,
      String clientId,
      String clientName,
      String redirectUri,
      String challenge,
      String resource) {}

  /**
   * What comes with a code that is to be redeemed; all of it must be as it was consented to.
   *
   * @param redirectUri absent: as consented to
   * @param challenge of the proof that was given
   * @param resource absent: as consented to; only its path counts
   */
  public record Redemption(
      String clientId, @Nullable String redirectUri, String challenge, @Nullable String resource) {}

  private record Row(
      @Nullable UUID agentId,
      @Nullable UUID memberId,
      @Nullable String agentName,
      String clientName,
      String resource) {}

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public OAuthCodes(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /** Makes a code. */
  public Secret make(Consent consent, Instant now) {
    Secret code = Secret.random(PREFIX);
    ActsAs.New made = consent.actsAs() instanceof ActsAs.New wanted ? wanted : null;
    statements.inTransaction(
        handle -> {
          OAuthClients.keep(consent.clientId(), handle);
          return handle
              .createUpdate(
                  """
                  INSERT INTO oauth_codes
                    (code_hash, agent_id, member_id, agent_name, client_id, client_name, redirect_uri, challenge,
                     resource, expires_at)
                  VALUES (:hash, :agent, :member, :name, :clientId, :clientName, :redirectUri, :challenge, :resource, :expiresAt)
                  """)
              .bind("hash", code.hash())
              .bind("agent", existing(consent.actsAs()))
              .bind("member", made == null ? null : made.member().value())
              .bind("name", made == null ? null : made.name())
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

  private static @Nullable UUID existing(ActsAs actsAs) {
    return actsAs instanceof ActsAs.Existing existing ? existing.agent().value() : null;
  }

  /**
   * Redeems a code for a grant's first tokens. For nothing if it is unknown, was redeemed before,
   * has expired, or anything with it is wrong: of any number at once one gets them. Whoever redeems
   * one that was redeemed before, with all else right, ends what it gave: one of the two stole it.
   */
  public OAuthExchange redeem(String code, Redemption redemption, Instant now) {
    byte[] hash = Secret.hash(code);
    return statements.inTransaction(
        handle -> {
          Optional<Row> row = unused(hash, redemption, now, handle);
          if (row.isEmpty()) {
            given(hash, redemption, handle).ifPresent(id -> OAuthGrants.revoke(id, now, handle));
            return new OAuthExchange.Nothing();
          }
          String wanted = redemption.resource();
          return wanted != null && !ResourcePath.isSame(wanted, row.get().resource())
              ? new OAuthExchange.OtherResource(row.get().resource())
              : redeem(hash, row.get(), redemption.clientId(), now, handle);
        });
  }

  private static OAuthExchange redeem(
      byte[] hash, Row row, String clientId, Instant now, Handle handle) {
    Optional<UUID> agent = agent(row, now, handle);
    if (agent.isEmpty()) {
      return new OAuthExchange.Nothing();
    }
    UUID grant = UUID.randomUUID();
    OAuthGrants.insert(grant, agent.get(), clientId, row.clientName(), row.resource(), now, handle);
    markUsed(hash, grant, handle);
    return new OAuthExchange.Given(OAuthTokens.give(grant, now, handle));
  }

  /** Locked, so that the others wait here and then see that it is used. */
  private static Optional<Row> unused(
      byte[] hash, Redemption redemption, Instant now, Handle handle) {
    return handle
        .createQuery(
            """
            SELECT agent_id, member_id, agent_name, client_name, resource FROM oauth_codes
            WHERE code_hash = :hash AND grant_id IS NULL AND expires_at > :now
              AND client_id = :clientId AND redirect_uri = coalesce(cast(:redirectUri AS text), redirect_uri) AND challenge = :challenge
              AND (agent_id IS NULL OR EXISTS (
                SELECT FROM agents JOIN members ON members.id = member_id
                WHERE agents.id = agent_id AND revoked_at IS NULL AND removed_at IS NULL))
            FOR UPDATE
            """)
        .bind("hash", hash)
        .bind("now", now)
        .bind("clientId", redemption.clientId())
        .bind("redirectUri", redemption.redirectUri())
        .bind("challenge", redemption.challenge())
        .map(ConstructorMapper.of(Row.class))
        .findOne();
  }

  /** The agent that it was given for, or a new one; empty if its member was removed meanwhile. */
  private static Optional<UUID> agent(Row row, Instant now, Handle handle) {
    if (row.agentId() != null || row.memberId() == null || row.agentName() == null) {
      return Optional.ofNullable(row.agentId());
    }
    MemberId member = new MemberId(row.memberId());
    String name = row.agentName();
    return handle
        .createQuery(
            "SELECT organization_id FROM members WHERE id = :member AND removed_at IS NULL FOR"
                + " SHARE")
        .bind("member", member.value())
        .mapTo(UUID.class)
        .findOne()
        .map(OrganizationId::new)
        .map(organization -> newAgent(member, organization, name, now, handle));
  }

  /** Nobody is told its own token. */
  private static UUID newAgent(
      MemberId member, OrganizationId organization, String name, Instant now, Handle handle) {
    for (int number = 1; ; number++) {
      String free = number == 1 ? name : name + " " + number;
      Agent agent = new Agent(new AgentId(UUID.randomUUID()), free, member, organization);
      if (Agents.insert(agent, Secret.random(Agents.TOKEN_PREFIX), now, handle)) {
        return agent.id().value();
      }
    }
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
