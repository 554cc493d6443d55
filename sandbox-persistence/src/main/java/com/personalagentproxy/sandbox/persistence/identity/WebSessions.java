package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that people's browsers have. Safe for use by many threads; everything is read anew,
 * so a session that was ended is worth nothing from the next call on.
 */
public final class WebSessions {

  private static final String PREFIX = "sbx_session_";
  private static final int LONGEST_BROWSER = 400;

  /** How a session began. */
  public enum By {
    /** By a one-time link. */
    LINK,
    /** By joining with an invitation. */
    INVITATION,
    /** By a provider of OpenID Connect. */
    OPENID
  }

  /**
   * A session in a list.
   *
   * @param browser as it called itself when it began; absent if it didn't
   * @param lastUsed to the minute; absent if it wasn't used yet
   * @param isThis whether it is the one that was asked with
   */
  public record Entry(
      UUID id,
      By begunBy,
      @Nullable String browser,
      Instant madeAt,
      @Nullable Instant lastUsed,
      Instant expiresAt,
      boolean isThis) {}

  private record Row(
      UUID id,
      String begunBy,
      @Nullable String browser,
      Instant madeAt,
      @Nullable Instant lastUsed,
      Instant expiresAt,
      boolean isThis) {
    Entry entry() {
      return new Entry(
          id,
          By.valueOf(begunBy.toUpperCase(Locale.ROOT)),
          browser,
          madeAt,
          lastUsed,
          expiresAt,
          isThis);
    }
  }

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public WebSessions(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /** Begins one for who has just joined, or was just known by a provider. */
  public Secret begin(MemberId member, By by, @Nullable String browser, Instant now) {
    return statements.withHandle(handle -> begin(member, by, browser, now, handle));
  }

  static Secret begin(
      MemberId member, By by, @Nullable String browser, Instant now, Handle handle) {
    Secret session = Secret.random(PREFIX);
    handle
        .createUpdate("DELETE FROM web_sessions WHERE expires_at <= :now")
        .bind("now", now)
        .execute();
    handle
        .createUpdate(
            """
            INSERT INTO web_sessions (token_hash, member_id, made_at, expires_at, begun_by, browser)
            VALUES (:hash, :member, :now, :expiresAt, :by, :browser)
            """)
        .bind("hash", session.hash())
        .bind("member", member.value())
        .bind("now", now)
        .bind("expiresAt", now.plus(SignIns.SESSION_LASTS))
        .bind("by", by.name().toLowerCase(Locale.ROOT))
        .bind("browser", fit(browser))
        .execute();
    return session;
  }

  /** What a browser sends may be anything; PostgreSQL takes no NUL. */
  private static @Nullable String fit(@Nullable String browser) {
    return browser == null
        ? null
        : Text.beginning(browser.replaceAll("[\\p{Cntrl}\\p{Cs}]", " "), LONGEST_BROWSER);
  }

  /**
   * The member's that are not over, the one used last first.
   *
   * @param token of the session that asks
   */
  public List<Entry> of(MemberId member, String token, Instant now) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, begun_by, browser, made_at, last_used, expires_at, token_hash = :hash AS is_this
                    FROM web_sessions WHERE member_id = :member AND expires_at > :now
                    ORDER BY coalesce(last_used, made_at) DESC, id
                    """)
                .bind("hash", Secret.hash(token))
                .bind("member", member.value())
                .bind("now", now)
                .map(ConstructorMapper.of(Row.class))
                .map(Row::entry)
                .list());
  }

  /** Ends one of the member's. False if the member has none with this id. */
  public boolean end(MemberId member, UUID session) {
    return statements.withHandle(
        handle ->
            handle
                    .createUpdate("DELETE FROM web_sessions WHERE id = :id AND member_id = :member")
                    .bind("id", session)
                    .bind("member", member.value())
                    .execute()
                == 1);
  }

  /** Ends all of the member's, the one that asks too, and the one-time links that are not used. */
  public void endAll(MemberId member) {
    statements.inTransaction(
        handle -> {
          endAll(member, handle);
          return true;
        });
  }

  static void endAll(MemberId member, Handle handle) {
    for (String table : List.of("web_sessions", "sign_ins")) {
      handle
          .createUpdate("DELETE FROM " + table + " WHERE member_id = :member")
          .bind("member", member.value())
          .execute();
    }
  }
}
