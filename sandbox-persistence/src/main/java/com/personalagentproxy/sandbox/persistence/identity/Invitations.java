package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * Invitations by link into an organization: each is for one person, once, until it expires or is
 * taken back, and counts for as long as who made it is an owner. Safe for use by many threads.
 */
public final class Invitations {

  /** How long one lasts unless its maker says otherwise. */
  public static final Duration USUALLY_LASTS = Duration.ofDays(7);

  /** How long one may last at most. */
  public static final Duration LONGEST = Duration.ofDays(30);

  /** The database's times have no less. */
  private static final Duration SHORTEST = ChronoUnit.MICROS.getDuration();

  private static final String CODE_PREFIX = "sbx_invite_";

  /** An invitation that was just made; its code is told this once. */
  public record Made(Entry entry, Secret code) {}

  /**
   * An invitation that may still be used.
   *
   * @param forWhom as its maker put it
   * @param madeBy the name of who made it
   */
  public record Entry(
      UUID id,
      String forWhom,
      Person.Role role,
      String madeBy,
      Instant madeAt,
      Instant expiresAt,
      String organization) {}

  private record Row(
      UUID id,
      String forWhom,
      String role,
      String makerName,
      Instant madeAt,
      Instant expiresAt,
      String organizationName) {
    Entry entry() {
      return new Entry(
          id,
          forWhom,
          Person.Role.valueOf(role.toUpperCase(Locale.ROOT)),
          makerName,
          madeAt,
          expiresAt,
          organizationName);
    }
  }

  private record Used(UUID id, UUID organizationId, String role) {}

  /** Goes on with a condition. */
  private static final String OPEN =
      """
      SELECT invitations.id, for_whom, invitations.role, members.name AS maker_name, invitations.made_at, expires_at,
        organizations.name AS organization_name
      FROM invitations
      JOIN members ON members.id = made_by AND members.role = 'owner' AND members.removed_at IS NULL
      JOIN organizations ON organizations.id = invitations.organization_id
      WHERE ended_at IS NULL AND expires_at > :now AND
      """;

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public Invitations(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /**
   * Makes one. Refused if {@code by} is no owner now, for a name of whom it is for that isn't 1 to
   * 100 characters on one line, and for a time that isn't above zero and at most {@link #LONGEST}.
   */
  public Answer<Made> make(
      Person by, String forWhom, Person.Role role, Duration lasts, Instant now) {
    Optional<String> problem = Text.oneLine("for_whom", forWhom, Members.LONGEST_NAME);
    if (problem.isPresent()) {
      return Answer.refused(new Refusal.Invalid("for_whom", problem.get()));
    }
    if (lasts.compareTo(SHORTEST) < 0 || lasts.compareTo(LONGEST) > 0) {
      return Answer.refused(
          new Refusal.Invalid(
              "lasts", "An invitation lasts at most %s days.".formatted(LONGEST.toDays())));
    }
    Secret code = Secret.random(CODE_PREFIX);
    UUID id = UUID.randomUUID();
    // In one transaction: of an invitation that can't be told nobody would know the code.
    return statements.inTransaction(
        handle -> {
          if (!OwnersOnly.isOwner(by, handle)) {
            return notByOwner();
          }
          insert(id, by, Text.trimmed(forWhom), role, now.plus(lasts), now, code, handle);
          return open("invitations.id = :key", id, now, handle)
              .<Answer<Made>>map(entry -> Answer.done(new Made(entry, code)))
              .orElseThrow();
        });
  }

  private static <T> Answer<T> notByOwner() {
    return Answer.refused(
        new Refusal.NotAllowed("Only an owner of the organization may invite somebody."));
  }

  private static void insert(
      UUID id,
      Person by,
      String forWhom,
      Person.Role role,
      Instant expiresAt,
      Instant now,
      Secret code,
      Handle handle) {
    handle
        .createUpdate(
            """
            INSERT INTO invitations
              (id, organization_id, code_hash, for_whom, role, made_by, made_at, expires_at)
            VALUES (:id, :organization, :hash, :forWhom, :role, :by, :now, :expiresAt)
            """)
        .bind("id", id)
        .bind("organization", by.organization().value())
        .bind("hash", code.hash())
        .bind("forWhom", forWhom)
        .bind("role", Members.word(role))
        .bind("by", by.member().value())
        .bind("now", now)
        .bind("expiresAt", expiresAt)
        .execute();
  }

  /** Those of the organization that may still be used, the last made first. */
  public List<Entry> open(OrganizationId organization, Instant now) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    OPEN
                        + "invitations.organization_id = :organization ORDER BY invitations.made_at"
                        + " DESC, id")
                .bind("organization", organization.value())
                .bind("now", now)
                .map(ConstructorMapper.of(Row.class))
                .map(Row::entry)
                .list());
  }

  /** The invitation with this code, if it may still be used. Looking uses nothing up. */
  public Optional<Entry> byCode(String code, Instant now) {
    return statements.withHandle(
        handle -> open("code_hash = :key", Secret.hash(code), now, handle));
  }

  private static Optional<Entry> open(String condition, Object key, Instant now, Handle handle) {
    return handle
        .createQuery(OPEN + condition)
        .bind("key", key)
        .bind("now", now)
        .map(ConstructorMapper.of(Row.class))
        .findOne()
        .map(Row::entry);
  }

  /**
   * Takes one of the organization's back. False if there is none open with this id, or {@code by}
   * is no owner any more.
   */
  public boolean takeBack(Person by, UUID invitation, Instant now) {
    return statements.inTransaction(
        handle -> OwnersOnly.isOwner(by, handle) && takeBack(by, invitation, now, handle));
  }

  private static boolean takeBack(Person by, UUID invitation, Instant now, Handle handle) {
    return handle
            .createUpdate(
                """
                UPDATE invitations SET ended_at = :now
                WHERE id = :id AND organization_id = :organization AND ended_at IS NULL
                """)
            .bind("id", invitation)
            .bind("organization", by.organization().value())
            .bind("now", now)
            .execute()
        == 1;
  }

  /**
   * Joins by an invitation, which is used up by it: of any number at once one joins.
   *
   * @param name what the others are to know the new member by
   * @return the new member; refused for a name that isn't 1 to 100 characters on one line, and if
   *     the code is unknown, used, expired or taken back
   */
  public Answer<Person> join(String code, String name, Instant now) {
    return Members.checked(name)
        .then(
            checked ->
                statements.inTransaction(handle -> join(Secret.hash(code), checked, now, handle)));
  }

  /** Part of a transaction. */
  static Answer<Person> join(byte[] hash, String name, Instant now, Handle handle) {
    lockOrganization(hash, handle);
    Optional<Used> used = use(hash, now, handle);
    if (used.isEmpty()) {
      return over();
    }
    Person person =
        new Person(
            new MemberId(UUID.randomUUID()),
            name,
            new OrganizationId(used.get().organizationId()),
            Person.Role.valueOf(used.get().role().toUpperCase(Locale.ROOT)));
    Members.insert(person, now, handle);
    handle
        .createUpdate("UPDATE invitations SET used_by = :member WHERE id = :id")
        .bind("member", person.member().value())
        .bind("id", used.get().id())
        .execute();
    return Answer.done(person);
  }

  /** Before the invitation, as owners' deeds do: whoever ends invitations has it, too. */
  private static void lockOrganization(byte[] hash, Handle handle) {
    handle
        .createQuery(
            """
            SELECT id FROM organizations WHERE id = (SELECT organization_id FROM invitations WHERE code_hash = :hash)
            FOR NO KEY UPDATE
            """)
        .bind("hash", hash)
        .mapTo(UUID.class)
        .findOne();
  }

  static <T> Answer<T> over() {
    return Answer.refused(
        new Refusal.NotFound(
            "This invitation was used before, is too old, or was taken back. Ask who sent it for"
                + " another."));
  }

  private static Optional<Used> use(byte[] hash, Instant now, Handle handle) {
    return handle
        .createQuery(
            """
            UPDATE invitations SET ended_at = :now
            WHERE code_hash = :hash AND ended_at IS NULL AND expires_at > :now
              AND EXISTS (SELECT FROM members WHERE id = made_by AND role = 'owner' AND removed_at IS NULL)
            RETURNING id, organization_id, role
            """)
        .bind("hash", hash)
        .bind("now", now)
        .map(ConstructorMapper.of(Used.class))
        .findOne();
  }
}
