package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.OrganizationId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jspecify.annotations.Nullable;

/**
 * Whom providers of OpenID Connect know members as. A member is known by issuer and subject and by
 * nothing else: an address may become another person's. Safe for use by many threads.
 */
public final class OpenIdIdentities {

  /**
   * What a provider says who somebody is.
   *
   * @param shownAs what it calls them, for people to read
   */
  public record Identity(String issuer, String subject, String shownAs) {}

  /**
   * Whose an identity is.
   *
   * @param isRemoved whether they are no member any more
   */
  public record Holder(Person person, boolean isRemoved) {}

  private record Row(
      UUID memberId,
      String memberName,
      UUID organizationId,
      String role,
      @Nullable Instant removedAt) {
    Holder holder() {
      return new Holder(
          new Members.Row(memberId, memberName, organizationId, role).person(), removedAt != null);
    }
  }

  private static final String NOBODYS = "nobodys";

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public OpenIdIdentities(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /** Whose it is, and notes that it was used; empty if it is nobody's. */
  public Optional<Holder> holder(Identity identity, Instant now) {
    return statements.inTransaction(
        handle -> {
          handle
              .createUpdate(
                  """
                  UPDATE openid_identities SET last_used = :now, shown_as = :shownAs
                  WHERE issuer = :issuer AND subject = :subject
                  """)
              .bind("now", now)
              .bind("shownAs", identity.shownAs())
              .bind("issuer", identity.issuer())
              .bind("subject", identity.subject())
              .execute();
          return holder(identity, handle);
        });
  }

  private static Optional<Holder> holder(Identity identity, Handle handle) {
    return handle
        .createQuery(
            "SELECT "
                + Members.Row.COLUMNS
                + """
                , removed_at
                FROM openid_identities JOIN members ON members.id = openid_identities.member_id
                WHERE issuer = :issuer AND subject = :subject
                """)
        .bind("issuer", identity.issuer())
        .bind("subject", identity.subject())
        .map(ConstructorMapper.of(Row.class))
        .findOne()
        .map(Row::holder);
  }

  /** The part of joining that differs. */
  private interface Joining {
    Answer<Person> on(Handle handle);
  }

  /**
   * Joins by an invitation, as {@link Invitations#join}, and binds the identity to the new member.
   * Who had it before is the answer, if anybody had, and the invitation isn't used up then.
   */
  public Answer<Person> joinByInvitation(
      Identity identity, OpenIdDepartures.InvitationHash invitation, String name, Instant now) {
    return join(identity, now, handle -> Invitations.join(invitation.bytes(), name, now, handle));
  }

  /** Joins the one organization with this role, and binds the identity to the new member. */
  public Answer<Person> joinByRule(Identity identity, Person.Role role, String name, Instant now) {
    return join(
        identity,
        now,
        handle -> {
          Person person =
              new Person(
                  new MemberId(UUID.randomUUID()),
                  name,
                  new OrganizationId(
                      handle
                          .createQuery("SELECT id FROM organizations ORDER BY made_at, id LIMIT 1")
                          .mapTo(UUID.class)
                          .one()),
                  role);
          Members.insert(person, now, handle);
          return Answer.done(person);
        });
  }

  private Answer<Person> join(Identity identity, Instant now, Joining joining) {
    return statements.inTransaction(handle -> join(identity, now, joining, handle));
  }

  /** Of two that come for one identity at once, the second finds what the first did. */
  private static Answer<Person> join(
      Identity identity, Instant now, Joining joining, Handle handle) {
    handle.savepoint(NOBODYS);
    while (true) {
      Optional<Holder> before = holder(identity, handle);
      if (before.isPresent()) {
        return Answer.done(before.get().person());
      }
      Answer<Person> joined = joining.on(handle);
      if (!(joined instanceof Answer.Done<Person> done)) {
        // By the same invitation, maybe, and just before.
        return holder(identity, handle).map(holder -> Answer.done(holder.person())).orElse(joined);
      }
      if (isBound(identity, done.value(), now, handle)) {
        return joined;
      }
      handle.rollbackToSavepoint(NOBODYS);
    }
  }

  /**
   * Binds it to a member who is there. Refused if it is another's; nothing changes if it is theirs.
   */
  public Answer<Person> connect(Identity identity, Person person, Instant now) {
    return statements.inTransaction(
        handle -> {
          while (!isBound(identity, person, now, handle)) {
            Optional<Holder> before = holder(identity, handle);
            if (before.isPresent()) {
              return connected(identity, before.get(), person);
            }
          }
          return Answer.done(person);
        });
  }

  private static Answer<Person> connected(Identity identity, Holder holder, Person person) {
    return holder.person().member().equals(person.member())
        ? Answer.done(person)
        : Answer.refused(
            new Refusal.WrongState(
                "%s is connected to another member already. Sign in as that member and disconnect it there, or choose another account at the provider."
                    .formatted(Words.quoted(identity.shownAs()))));
  }

  /** Not if it is somebody's, or becomes so in a transaction that this waits for. */
  private static boolean isBound(Identity identity, Person person, Instant now, Handle handle) {
    return handle
            .createUpdate(
                """
                INSERT INTO openid_identities (issuer, subject, member_id, shown_as, made_at)
                VALUES (:issuer, :subject, :member, :shownAs, :now)
                ON CONFLICT (issuer, subject) DO NOTHING
                """)
            .bind("issuer", identity.issuer())
            .bind("subject", identity.subject())
            .bind("member", person.member().value())
            .bind("shownAs", identity.shownAs())
            .bind("now", now)
            .execute()
        == 1;
  }

  /** As what the issuer's provider knows the member, the first connected first. */
  public List<String> of(MemberId member, String issuer) {
    return statements.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT shown_as FROM openid_identities
                    WHERE member_id = :member AND issuer = :issuer ORDER BY made_at, subject
                    """)
                .bind("member", member.value())
                .bind("issuer", issuer)
                .mapTo(String.class)
                .list());
  }

  /** Unbinds all that the issuer's provider knows the member as. False if it knew none. */
  public boolean disconnect(MemberId member, String issuer) {
    return statements.withHandle(
        handle ->
            handle
                    .createUpdate(
                        "DELETE FROM openid_identities WHERE member_id = :member AND issuer ="
                            + " :issuer")
                    .bind("member", member.value())
                    .bind("issuer", issuer)
                    .execute()
                >= 1);
  }
}
