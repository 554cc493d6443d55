package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * The organizations' members, and what both are called. A member that was removed is none any more,
 * though its row stays. Safe for use by many threads; everything is read anew.
 */
public final class Members {

  /** Sandboxes are counted to here: whoever asks wants to know how much there is at stake. */
  public static final int MOST_COUNTED = 1000;

  static final int LONGEST_NAME = 100;

  /**
   * A member in the list of an organization's.
   *
   * @param lastSeen when they last used the pages, to the minute; absent if there is no session
   *     that says so
   * @param removedAt when they were removed; absent for a member
   * @param invitedAs whom the invitation was for by which they joined; absent if there was none
   */
  public record Entry(
      Person person,
      Instant joinedAt,
      @Nullable Instant lastSeen,
      @Nullable Instant removedAt,
      @Nullable String invitedAs) {}

  private record EntryRow(
      UUID memberId,
      String memberName,
      UUID organizationId,
      String role,
      Instant madeAt,
      @Nullable Instant lastSeen,
      @Nullable Instant removedAt,
      @Nullable String invitedAs) {

    Entry entry() {
      return new Entry(
          new Row(memberId, memberName, organizationId, role).person(),
          madeAt,
          lastSeen,
          removedAt,
          invitedAs);
    }
  }

  /** A member as the statements of this package read one. */
  record Row(UUID memberId, String memberName, UUID organizationId, String role) {

    static final String COLUMNS =
        "members.id AS member_id, members.name AS member_name, members.organization_id,"
            + " members.role";

    Person person() {
      return new Person(
          new MemberId(memberId),
          memberName,
          new OrganizationId(organizationId),
          Person.Role.valueOf(role.toUpperCase(Locale.ROOT)));
    }
  }

  private static final String ORGANIZATION = "UPDATE organizations SET name = :name WHERE id = :id";

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public Members(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /** All of them, those who came first first; the first is the owner that the first start made. */
  public List<Person> all() {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + Row.COLUMNS
                        + " FROM members WHERE removed_at IS NULL ORDER BY made_at, id")
                .map(ConstructorMapper.of(Row.class))
                .map(Row::person)
                .list());
  }

  /**
   * The organization's members, those who came first first, and then those who were removed, the
   * last first.
   */
  public List<Entry> of(OrganizationId organization) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + Row.COLUMNS
                        + """
                        , members.made_at, members.removed_at,
                          (SELECT max(last_used) FROM web_sessions WHERE member_id = members.id) AS last_seen,
                          (SELECT max(for_whom) FROM invitations
                            WHERE invitations.organization_id = members.organization_id AND used_by = members.id) AS invited_as
                        FROM members WHERE organization_id = :organization
                        ORDER BY removed_at DESC NULLS FIRST, made_at, id
                        """)
                .bind("organization", organization.value())
                .map(ConstructorMapper.of(EntryRow.class))
                .map(EntryRow::entry)
                .list());
  }

  /**
   * How many sandboxes there are in the member's own connection, counted no further than one above
   * {@link #MOST_COUNTED}.
   */
  public int sandboxesOf(MemberId member) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT count(*) FROM (
                      SELECT FROM sandboxes
                      WHERE connection_id = (
                        SELECT connections.id FROM members JOIN connections
                          ON connections.organization_id = members.organization_id AND connections.member_id = members.id
                        WHERE members.id = :member)
                      LIMIT :most + 1
                    ) AS counted
                    """)
                .bind("member", member.value())
                .bind("most", MOST_COUNTED)
                .mapTo(Integer.class)
                .one());
  }

  /** The member; empty if there is none with this id. */
  public Optional<Person> find(MemberId member) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + Row.COLUMNS
                        + " FROM members WHERE id = :member AND removed_at IS NULL")
                .bind("member", member.value())
                .map(ConstructorMapper.of(Row.class))
                .findOne()
                .map(Row::person));
  }

  /**
   * Adds a member to the organization. Refused for a name that isn't 1 to 100 characters on one
   * line.
   */
  public Answer<Person> add(
      OrganizationId organization, String name, Person.Role role, Instant now) {
    return checked(name)
        .map(
            checked -> {
              Person person =
                  new Person(new MemberId(UUID.randomUUID()), checked, organization, role);
              statements.inTransaction(
                  handle -> {
                    insert(person, now, handle);
                    return true;
                  });
              return person;
            });
  }

  /** Part of a transaction. */
  static void insert(Person person, Instant now, Handle handle) {
    if (person.role() == Person.Role.OWNER) {
      handle
          .createUpdate("UPDATE organizations SET owners = owners + 1 WHERE id = :organization")
          .bind("organization", person.organization().value())
          .execute();
    }
    handle
        .createUpdate(
            """
            INSERT INTO members (id, organization_id, name, role, made_at)
            VALUES (:id, :organization, :name, :role, :now)
            """)
        .bind("id", person.member().value())
        .bind("organization", person.organization().value())
        .bind("name", person.name())
        .bind("role", word(person.role()))
        .bind("now", now)
        .execute();
  }

  /** Renames a member; the connection's name follows (C2). */
  public Answer<String> rename(MemberId member, String name) {
    return rename(
        "UPDATE members SET name = :name WHERE id = :id AND removed_at IS NULL",
        member.value(),
        name);
  }

  /** Renames the organization for an owner of it; the connection's name follows (C2). */
  public Answer<String> renameOrganization(Person by, String name) {
    return checked(name)
        .then(
            checked ->
                statements.inTransaction(
                    handle ->
                        OwnersOnly.isOwner(by, handle)
                                && isRenamed(
                                    ORGANIZATION, by.organization().value(), checked, handle)
                            ? Answer.done(checked)
                            : Answer.refused(
                                new Refusal.NotAllowed(
                                    "Only an owner of the organization renames it."))));
  }

  /** Renames an organization; the connection's name follows (C2). */
  public Answer<String> rename(OrganizationId organization, String name) {
    return rename(ORGANIZATION, organization.value(), name);
  }

  private Answer<String> rename(String statement, UUID id, String name) {
    return checked(name)
        .then(
            checked ->
                statements.withHandle(handle -> isRenamed(statement, id, checked, handle))
                    ? Answer.done(checked)
                    : Answer.refused(
                        new Refusal.NotFound("There is none with the id " + id + ".")));
  }

  private static boolean isRenamed(String statement, UUID id, String name, Handle handle) {
    return handle.createUpdate(statement).bind("id", id).bind("name", name).execute() == 1;
  }

  /** What the organization is called now; empty if there is none with this id. */
  public Optional<String> name(OrganizationId organization) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery("SELECT name FROM organizations WHERE id = :id")
                .bind("id", organization.value())
                .mapTo(String.class)
                .findOne());
  }

  static String word(Person.Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  /** The name as it is kept; refused if it is not 1 to 100 characters on one line. */
  public static Answer<String> checked(String name) {
    return Text.oneLine("name", name, LONGEST_NAME)
        .<Answer<String>>map(problem -> Answer.refused(new Refusal.Invalid("name", problem)))
        .orElseGet(() -> Answer.done(Text.trimmed(name)));
  }
}
