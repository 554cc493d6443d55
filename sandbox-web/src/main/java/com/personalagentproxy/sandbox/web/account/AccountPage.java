package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.persistence.identity.PersonalTokens;
import com.personalagentproxy.sandbox.persistence.identity.WebSessions;
import com.personalagentproxy.sandbox.web.page.Moment;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One's own account.
 *
 * @param role as what one is in the organization, such as “an owner”
 * @param name the field of the form that renames who looks
 * @param tokenName the field of the form that makes a personal token
 * @param provider what people call the provider of OpenID Connect; absent if there is none
 * @param identities as what the provider knows who looks
 */
public record AccountPage(
    String organization,
    String role,
    Field name,
    List<SessionRow> sessions,
    List<TokenRow> tokens,
    Field tokenName,
    @Nullable String provider,
    List<String> identities) {

  public AccountPage {
    sessions = List.copyOf(sessions);
    tokens = List.copyOf(tokens);
    identities = List.copyOf(identities);
  }

  /**
   * A session.
   *
   * @param where the browser, in words
   * @param how it began, in words
   */
  public record SessionRow(
      String id,
      String where,
      String how,
      boolean isThis,
      Moment begun,
      @Nullable Moment lastUsed,
      Moment expires) {

    static SessionRow of(WebSessions.Entry entry, Instant now) {
      return new SessionRow(
          entry.id().toString(),
          BrowserName.of(entry.browser()),
          switch (entry.begunBy()) {
            case LINK -> "by a link";
            case INVITATION -> "by an invitation";
            case OPENID -> "by the provider";
          },
          entry.isThis(),
          Moment.of(entry.madeAt(), now),
          entry.lastUsed() == null ? null : Moment.of(entry.lastUsed(), now),
          Moment.of(entry.expiresAt(), now));
    }
  }

  /** A personal token. */
  public record TokenRow(
      String id, String name, Moment made, @Nullable Moment lastUsed, @Nullable Moment revoked) {

    static TokenRow of(PersonalTokens.Entry entry, Instant now) {
      return new TokenRow(
          entry.id().toString(),
          entry.name(),
          Moment.of(entry.madeAt(), now),
          entry.lastUsed() == null ? null : Moment.of(entry.lastUsed(), now),
          entry.revokedAt() == null ? null : Moment.of(entry.revokedAt(), now));
    }
  }
}
