package com.personalagentproxy.sandbox.persistence.identity;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.Database;
import com.personalagentproxy.sandbox.persistence.Statements;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * What owners do about who is in their organization. Each deed is checked and done in one
 * transaction that has the organization's row to itself: of owners who take each other's role at
 * once, the second is none any more, and an organization always has an owner. Safe for use by many
 * threads.
 */
public final class Memberships {

  private final Statements statements;

  /** With a {@link Database#jdbi}. */
  public Memberships(Jdbi jdbi) {
    this.statements = new Statements(jdbi);
  }

  /** The part of a deed that differs. */
  private interface Deed {
    Answer<Person> on(Person member, Handle handle);
  }

  /**
   * Gives a member another role; nothing changes for who has it already. Who stops being an owner
   * takes the open invitations of their making with them. Refused for the only owner, if {@code by}
   * is no owner any more, and if there is no such member.
   */
  public Answer<Person> changeRole(Person by, MemberId member, Person.Role role, Instant now) {
    return byOwner(
        by,
        member,
        "removed_at IS NULL",
        (found, handle) -> {
          if (found.role() == role) {
            return Answer.done(found);
          }
          Answer<Person> counted = count(found, role, handle);
          return counted.map(
              changed -> {
                put(changed, handle);
                endInvitations(changed, now, handle);
                return changed;
              });
        });
  }

  /**
   * Removes a member: their sessions, personal tokens, agents and open invitations end at once.
   * Their sandboxes and their history stay, and are theirs again if they are brought back. Refused
   * as {@link #changeRole}.
   */
  public Answer<Person> remove(Person by, MemberId member, Instant now) {
    return byOwner(
        by,
        member,
        "removed_at IS NULL",
        (found, handle) ->
            count(found, Person.Role.MEMBER, handle)
                .map(
                    counted -> {
                      put(counted, handle);
                      at(
                          now,
                          "UPDATE members SET removed_at = :now WHERE id = :member",
                          counted,
                          handle);
                      endAccess(counted, now, handle);
                      endInvitations(counted, now, handle);
                      return counted;
                    }));
  }

  /**
   * Makes who was removed a member again, with the sandboxes that were theirs. Their agents stay
   * revoked, and they sign in anew. Refused if {@code by} is no owner any more, and if nobody with
   * this id was removed.
   */
  public Answer<Person> bringBack(Person by, MemberId member, Instant now) {
    return byOwner(
        by,
        member,
        "removed_at IS NOT NULL",
        (found, handle) -> {
          // What was on its way in while they were removed may have come after that.
          endAccess(found, now, handle);
          endInvitations(found, now, handle);
          handle
              .createUpdate("UPDATE members SET removed_at = NULL WHERE id = :member")
              .bind("member", found.member().value())
              .execute();
          return Answer.done(found);
        });
  }

  private Answer<Person> byOwner(Person by, MemberId member, String state, Deed deed) {
    return statements.inTransaction(
        handle -> {
          if (!OwnersOnly.isOwner(by, handle)) {
            return Answer.refused(
                new Refusal.NotAllowed(
                    "Only an owner of the organization may do that, and you are none."));
          }
          return find(by, member, state, handle)
              .map(found -> deed.on(found, handle))
              .orElseGet(
                  () ->
                      Answer.refused(
                          new Refusal.NotFound(
                              "There is no such member any more. Look at the list again.")));
        });
  }

  private static Optional<Person> find(Person by, MemberId member, String state, Handle handle) {
    return handle
        .createQuery(
            "SELECT "
                + Members.Row.COLUMNS
                + " FROM members WHERE id = :member AND organization_id = :organization AND "
                + state
                + " FOR NO KEY UPDATE")
        .bind("member", member.value())
        .bind("organization", by.organization().value())
        .map(ConstructorMapper.of(Members.Row.class))
        .findOne()
        .map(Members.Row::person);
  }

  /** The guard is on the one row that all such deeds change. */
  private static Answer<Person> count(Person found, Person.Role role, Handle handle) {
    int change = (role == Person.Role.OWNER ? 1 : 0) - (found.role() == Person.Role.OWNER ? 1 : 0);
    int counted =
        handle
            .createUpdate(
                "UPDATE organizations SET owners = owners + :change WHERE id = :id AND owners +"
                    + " :change >= 1")
            .bind("change", change)
            .bind("id", found.organization().value())
            .execute();
    return counted == 1
        ? Answer.done(new Person(found.member(), found.name(), found.organization(), role))
        : Answer.refused(
            new Refusal.WrongState(
                "%s is the only owner, and an organization always has one. Make another member an owner first."
                    .formatted(Words.quoted(found.name()))));
  }

  private static void put(Person changed, Handle handle) {
    handle
        .createUpdate("UPDATE members SET role = :role WHERE id = :member")
        .bind("role", Members.word(changed.role()))
        .bind("member", changed.member().value())
        .execute();
  }

  private static void endAccess(Person removed, Instant now, Handle handle) {
    at(
        now,
        "UPDATE agents SET revoked_at = :now WHERE member_id = :member AND revoked_at IS NULL",
        removed,
        handle);
    at(
        now,
        "UPDATE personal_tokens SET revoked_at = :now WHERE member_id = :member AND revoked_at IS"
            + " NULL",
        removed,
        handle);
    WebSessions.endAll(removed.member(), handle);
  }

  /** Of who is no owner any more. */
  private static void endInvitations(Person changed, Instant now, Handle handle) {
    if (changed.role() == Person.Role.OWNER) {
      return;
    }
    at(
        now,
        "UPDATE invitations SET ended_at = :now WHERE made_by = :member AND ended_at IS NULL",
        changed,
        handle);
  }

  private static void at(Instant now, String statement, Person member, Handle handle) {
    handle
        .createUpdate(statement)
        .bind("member", member.member().value())
        .bind("now", now)
        .execute();
  }
}
