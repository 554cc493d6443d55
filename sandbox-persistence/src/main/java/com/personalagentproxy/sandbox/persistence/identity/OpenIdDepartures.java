package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * Sign-ins that went to a provider of OpenID Connect: each comes back once, in time, to the browser
 * that it went from. Safe for use by many threads.
 */
public final class OpenIdDepartures {

  /** How long one may take; exactly this long after it left it doesn't come back. */
  public static final Duration LASTS = Duration.ofMinutes(15);

  /**
   * One that has just left.
   *
   * @param state goes to the provider and comes back from it
   * @param browser stays with the browser
   */
  public record Left(Secret state, Secret browser) {}

  /**
   * One that came back.
   *
   * @param connects who wants the identity for an account that is there; absent for who signs in
   * @param invitation the hash of the code by which who isn't known joins
   */
  public record Back(@Nullable MemberId connects, Optional<InvitationHash> invitation) {}

  /** What is kept of an invitation's code. */
  public static final class InvitationHash {
    private final byte[] hash;

    private InvitationHash(byte[] hash) {
      this.hash = hash;
    }

    byte[] bytes() {
      return hash.clone();
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // A row as it is read, and nothing else.
  private record Row(@Nullable UUID memberId, byte @Nullable [] invitationHash) {}

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public OpenIdDepartures(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /**
   * Notes that one leaves. What is over is forgotten by the way.
   *
   * @param connects who is signed in and wants the identity for their account
   * @param invitation the code of an invitation by which who isn't known joins
   */
  public Left leave(@Nullable MemberId connects, @Nullable String invitation, Instant now) {
    Left left = new Left(Secret.random("sbx_state_"), Secret.random("sbx_browser_"));
    statements.useHandle(
        handle -> {
          handle
              .createUpdate("DELETE FROM openid_departures WHERE expires_at <= :now")
              .bind("now", now)
              .execute();
          handle
              .createUpdate(
                  """
                  INSERT INTO openid_departures (state_hash, browser_hash, member_id, invitation_hash, expires_at)
                  VALUES (:state, :browser, :member, :invitation, :expiresAt)
                  """)
              .bind("state", left.state().hash())
              .bind("browser", left.browser().hash())
              .bind("member", connects == null ? null : connects.value())
              .bind("invitation", invitation == null ? null : Secret.hash(invitation))
              .bind("expiresAt", now.plus(LASTS))
              .execute();
        });
    return left;
  }

  /**
   * The one with this state, if it left from this browser and is in time. It is used up by that: of
   * any number at once one comes back.
   */
  public Optional<Back> comeBack(String state, String browser, Instant now) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    DELETE FROM openid_departures
                    WHERE state_hash = :state AND browser_hash = :browser AND expires_at > :now
                    RETURNING member_id, invitation_hash
                    """)
                .bind("state", Secret.hash(state))
                .bind("browser", Secret.hash(browser))
                .bind("now", now)
                .map(ConstructorMapper.of(Row.class))
                .findOne()
                .map(
                    row ->
                        new Back(
                            row.memberId() == null ? null : new MemberId(row.memberId()),
                            Optional.ofNullable(row.invitationHash()).map(InvitationHash::new))));
  }
}
