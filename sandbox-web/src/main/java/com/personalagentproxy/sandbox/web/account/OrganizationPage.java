package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.web.page.Moment;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is in the organization; to an owner, also how that is changed.
 *
 * @param isOwner whether who looks may change it
 * @param newName the field of the form that renames it
 * @param forWhom the field of the form that invites
 * @param sandboxesOn whether the experiment is on (C6)
 */
public record OrganizationPage(
    String name,
    boolean isOwner,
    List<MemberRow> members,
    List<MemberRow> former,
    List<InvitationRow> invitations,
    Field newName,
    Field forWhom,
    boolean sandboxesOn) {

  public OrganizationPage {
    members = List.copyOf(members);
    former = List.copyOf(former);
    invitations = List.copyOf(invitations);
  }

  /** Whether there is another owner than who looks. */
  public boolean hasOtherOwner() {
    return members.stream().anyMatch(each -> each.isOwner() && !each.isSelf());
  }

  /**
   * A member, or who was one.
   *
   * @param isSelf whether that is who looks
   * @param lastSeen absent if no session says so
   */
  public record MemberRow(
      String id,
      String name,
      boolean isOwner,
      boolean isSelf,
      Moment joined,
      @Nullable Moment lastSeen,
      @Nullable Moment removed,
      @Nullable String invitedAs) {

    static MemberRow of(Members.Entry entry, Person looks, Instant now) {
      return new MemberRow(
          entry.person().member().toString(),
          entry.person().name(),
          entry.person().role() == Person.Role.OWNER,
          entry.person().member().equals(looks.member()),
          Moment.of(entry.joinedAt(), now),
          entry.lastSeen() == null ? null : Moment.of(entry.lastSeen(), now),
          entry.removedAt() == null ? null : Moment.of(entry.removedAt(), now),
          entry.invitedAs());
    }
  }

  /** An invitation that may still be used. */
  public record InvitationRow(
      String id, String forWhom, String role, String madeBy, Moment made, Moment expires) {

    static InvitationRow of(Invitations.Entry entry, Instant now) {
      return new InvitationRow(
          entry.id().toString(),
          entry.forWhom(),
          RoleWord.of(entry.role()),
          entry.madeBy(),
          Moment.of(entry.madeAt(), now),
          Moment.of(entry.expiresAt(), now));
    }
  }
}
