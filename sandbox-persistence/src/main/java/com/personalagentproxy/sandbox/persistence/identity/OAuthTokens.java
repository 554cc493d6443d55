package com.personalagentproxy.sandbox.persistence.identity;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The statements on the tokens of grants; each is part of somebody's transaction. */
final class OAuthTokens {

  static final String ACCESS = "oauth_access_tokens";
  static final String REFRESH = "oauth_refresh_tokens";

  /**
   * How many of either kind a grant has at most. Beyond them those go that were exchanged before,
   * and then the oldest.
   */
  static final int MOST = 100;

  private static final String REFRESH_PREFIX = "sbx_refresh_";

  private OAuthTokens() {}

  /** Gives a grant another pair. */
  static OAuthGrants.Tokens give(UUID grant, Instant now, Handle handle) {
    OAuthGrants.Tokens tokens =
        new OAuthGrants.Tokens(
            Secret.random(OAuthGrants.ACCESS_PREFIX), Secret.random(REFRESH_PREFIX));
    makeRoom(ACCESS, "expires_at DESC", grant, handle);
    makeRoom(REFRESH, "used_at IS NULL DESC, expires_at DESC", grant, handle);
    keep(ACCESS, tokens.access(), grant, now.plus(OAuthGrants.ACCESS_LASTS), handle);
    keep(REFRESH, tokens.refresh(), grant, now.plus(OAuthGrants.REFRESH_LASTS), handle);
    return tokens;
  }

  private static void makeRoom(String table, String lastToGo, UUID grant, Handle handle) {
    handle
        .createUpdate(
            """
            DELETE FROM %1$s WHERE token_hash IN (
              SELECT token_hash FROM %1$s WHERE grant_id = :grant ORDER BY %2$s OFFSET :others)
            """
                .formatted(table, lastToGo))
        .bind("grant", grant)
        .bind("others", MOST - 1)
        .execute();
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

  /** All of a grant's are worth nothing from now on. */
  static void end(UUID grant, Handle handle) {
    for (String table : List.of(ACCESS, REFRESH)) {
      handle
          .createUpdate("DELETE FROM %s WHERE grant_id = :grant".formatted(table))
          .bind("grant", grant)
          .execute();
    }
  }
}
