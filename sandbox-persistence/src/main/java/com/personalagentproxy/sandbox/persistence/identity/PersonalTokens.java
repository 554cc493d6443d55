package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Rows;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * The tokens by which people's own programs act as them. A person has any number of them, each with
 * a name that says what it is for. Safe for use by many threads; everything is read anew.
 */
public final class PersonalTokens {

  /** What every personal token begins with. */
  public static final String PREFIX = "sbx_person_";

  /** A token that was just made; its text is told this once. */
  public record Made(Entry entry, Secret token) {}

  /**
   * A token in a list.
   *
   * @param name what it is for
   * @param lastUsed to the minute; absent if it never was
   * @param revokedAt when it was revoked, for good; absent if it wasn't
   */
  public record Entry(
      UUID id,
      String name,
      Instant madeAt,
      @Nullable Instant lastUsed,
      @Nullable Instant revokedAt) {}

  private final Statements statements;
  private final Rows<Members.Row> rows = Rows.of(Members.Row.class);

  /** With a {@link Database#jdbi}. */
  public PersonalTokens(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /**
   * Makes one for the member, and tells it. Refused for a name that isn't 1 to 100 characters on
   * one line, and for nobody's id.
   */
  public Answer<Made> make(MemberId member, String name, Instant now) {
    return Members.checked(name).then(checked -> insert(member, checked, now));
  }

  private Answer<Made> insert(MemberId member, String name, Instant now) {
    Entry entry = new Entry(UUID.randomUUID(), name, now, null, null);
    Secret token = Secret.random(PREFIX);
    boolean isKept =
        statements.withHandle(
                handle ->
                    handle
                        .createUpdate(
                            """
                            INSERT INTO personal_tokens (id, member_id, name, token_hash, made_at)
                            SELECT :id, members.id, :name, :hash, :now FROM members
                            WHERE members.id = :member AND removed_at IS NULL
                            FOR SHARE
                            """)
                        .bind("id", entry.id())
                        .bind("member", member.value())
                        .bind("name", name)
                        .bind("hash", token.hash())
                        .bind("now", now)
                        .execute())
            == 1;
    return isKept
        ? Answer.done(new Made(entry, token))
        : Answer.refused(new Refusal.NotFound("There is no member with the id " + member + "."));
  }

  /** The member's, those made last first; those that were revoked too. */
  public List<Entry> of(MemberId member) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, name, made_at, last_used, revoked_at FROM personal_tokens
                    WHERE member_id = :member ORDER BY made_at DESC, id
                    """)
                .bind("member", member.value())
                .map(ConstructorMapper.of(Entry.class))
                .list());
  }

  /**
   * Revokes a token of the member's, for good and from the next call on. Refused if the member has
   * no such token that counts.
   */
  public Answer<Entry> revoke(MemberId member, UUID id, Instant now) {
    return statements
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        UPDATE personal_tokens SET revoked_at = :now
                        WHERE id = :id AND member_id = :member AND revoked_at IS NULL
                        RETURNING id, name, made_at, last_used, revoked_at
                        """)
                    .bind("id", id)
                    .bind("member", member.value())
                    .bind("now", now)
                    .map(ConstructorMapper.of(Entry.class))
                    .findOne())
        .map(Answer::done)
        .orElseGet(
            () ->
                Answer.refused(
                    new Refusal.NotFound(
                        "You have no such personal token that could be revoked. Look at the list of"
                            + " them.")));
  }

  /**
   * The person with this token, as they are now; its use is noted. Empty if nobody has it, it was
   * revoked, or the person was removed. One statement.
   */
  public Optional<Person> person(String token, Instant now) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    LastUse.noted("personal_tokens", "revoked_at IS NULL")
                        + "SELECT "
                        + Members.Row.COLUMNS
                        + """
                         FROM personal_tokens JOIN members ON members.id = personal_tokens.member_id
                        WHERE token_hash = :hash AND revoked_at IS NULL AND removed_at IS NULL
                        """)
                .bind("hash", Secret.hash(token))
                .bind("now", now)
                .bind("notedBefore", LastUse.notedBefore(now))
                .map(rows)
                .findOne()
                .map(Members.Row::person));
  }
}
