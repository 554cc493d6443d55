package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Rows;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * How persons sign in: by a one-time code, which becomes a session. Safe for use by many threads.
 */
public final class SignIns {

  /** How long a code may be redeemed; exactly this long after it was made it may not. */
  public static final Duration CODE_LASTS = Duration.ofMinutes(15);

  /** How long a session lasts, used or not; exactly this long after it was made it is over. */
  public static final Duration SESSION_LASTS = Duration.ofDays(30);

  private static final String CODE_PREFIX = "sbx_signin_";

  private final Statements statements;
  private final Rows<Members.Row> rows = Rows.of(Members.Row.class);

  /** With a {@link Database#jdbi}. */
  public SignIns(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /**
   * Makes a one-time code for the member, who must be known; one that was removed can't redeem it.
   *
   * @throws RuntimeException of the database's if there never was such a member
   */
  public Secret code(MemberId member, Instant now) {
    Secret code = Secret.random(CODE_PREFIX);
    statements.useHandle(
        handle -> {
          forgetWhatIsOver(now, handle);
          handle
              .createUpdate(
                  "INSERT INTO sign_ins (code_hash, member_id, expires_at) VALUES (:hash, :member,"
                      + " :expiresAt)")
              .bind("hash", code.hash())
              .bind("member", member.value())
              .bind("expiresAt", now.plus(CODE_LASTS))
              .execute();
        });
    return code;
  }

  /** Whom a code would sign in, if it may be redeemed. Looking uses nothing up. */
  public Optional<Person> whose(String code, Instant now) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + Members.Row.COLUMNS
                        + """
                         FROM sign_ins JOIN members ON members.id = sign_ins.member_id
                        WHERE code_hash = :hash AND used_at IS NULL AND expires_at > :now AND removed_at IS NULL
                        """)
                .bind("hash", Secret.hash(code))
                .bind("now", now)
                .map(rows)
                .findOne()
                .map(Members.Row::person));
  }

  private static void forgetWhatIsOver(Instant now, Handle handle) {
    handle.createUpdate("DELETE FROM sign_ins WHERE expires_at <= :now").bind("now", now).execute();
    handle
        .createUpdate("DELETE FROM web_sessions WHERE expires_at <= :now")
        .bind("now", now)
        .execute();
  }

  /**
   * Redeems a code for a session's token. Empty if the code is unknown, was redeemed before, or has
   * expired: of any number at once one gets it.
   */
  public Optional<Secret> redeem(String code, Instant now) {
    return redeem(code, null, now);
  }

  /**
   * Likewise.
   *
   * @param browser as it calls itself
   */
  public Optional<Secret> redeem(String code, @Nullable String browser, Instant now) {
    return statements.inTransaction(
        handle -> {
          Optional<UUID> member =
              handle
                  .createQuery(
                      """
                      UPDATE sign_ins SET used_at = :now
                      WHERE code_hash = :hash AND used_at IS NULL AND expires_at > :now
                        AND EXISTS (SELECT FROM members WHERE id = sign_ins.member_id AND removed_at IS NULL)
                      RETURNING member_id
                      """)
                  .bind("hash", Secret.hash(code))
                  .bind("now", now)
                  .mapTo(UUID.class)
                  .findOne();
          return member.map(
              id -> WebSessions.begin(new MemberId(id), WebSessions.By.LINK, browser, now, handle));
        });
  }

  /**
   * The person whose session has this token, as they are now; empty if the session is unknown or
   * over. Its use is noted, to the minute. One statement.
   */
  public Optional<Person> bySession(String token, Instant now) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    LastUse.noted("web_sessions", "expires_at > :now")
                        + "SELECT "
                        + Members.Row.COLUMNS
                        + """
                         FROM web_sessions JOIN members ON members.id = web_sessions.member_id
                        WHERE token_hash = :hash AND expires_at > :now AND removed_at IS NULL
                        """)
                .bind("hash", Secret.hash(token))
                .bind("now", now)
                .bind("notedBefore", LastUse.notedBefore(now))
                .map(rows)
                .findOne()
                .map(Members.Row::person));
  }

  /** Ends the session with this token, if there is one. */
  public void signOut(String token) {
    statements.useHandle(
        handle ->
            handle
                .createUpdate("DELETE FROM web_sessions WHERE token_hash = :hash")
                .bind("hash", Secret.hash(token))
                .execute());
  }
}
