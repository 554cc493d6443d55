package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.identity.Agents;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.Memberships;
import com.personalagentproxy.sandbox.web.page.PageGroup;
import com.personalagentproxy.sandbox.web.page.PageRoute;
import com.personalagentproxy.sandbox.web.page.PageTable;
import com.personalagentproxy.sandbox.web.page.PersonsVisit;
import com.personalagentproxy.sandbox.web.page.Section;
import io.javalin.http.HttpStatus;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** What an owner does about members: their roles, removing them, bringing them back. */
record MemberPages(Members members, Memberships memberships, Agents agents) implements PageGroup {

  static MemberPages in(Jdbi jdbi) {
    return new MemberPages(new Members(jdbi), new Memberships(jdbi), new Agents(jdbi));
  }

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.ASK_BEFORE_ROLE, OrganizationPages.forOwners(this::askBeforeRole));
    table.signedIn(PageRoute.CHANGE_ROLE, OrganizationPages.forOwners(this::changeRole));
    table.signedIn(PageRoute.ASK_BEFORE_REMOVE, OrganizationPages.forOwners(this::askBeforeRemove));
    table.signedIn(PageRoute.REMOVE_MEMBER, OrganizationPages.forOwners(this::remove));
    table.signedIn(PageRoute.BRING_BACK_MEMBER, OrganizationPages.forOwners(this::bringBack));
  }

  private static Answer<MemberId> meant(PersonsVisit visit) {
    return OrganizationPages.member(visit).map(Answer::done).orElseGet(MemberPages::nobody);
  }

  private static <T> Answer<T> nobody() {
    return Answer.refused(
        new Refusal.NotFound("There is no such member any more. Look at the list again."));
  }

  private void changeRole(PersonsVisit visit) {
    Optional<Person.Role> role = RoleWord.role(visit.field("role"));
    if (role.isEmpty()) {
      visit.say(
          HttpStatus.BAD_REQUEST,
          "There is no such role",
          "Nothing was changed. Go to the page of the organization and choose one that is there.");
      return;
    }
    visit.with(
        meant(visit)
            .then(id -> memberships.changeRole(visit.person(), id, role.get(), visit.now())),
        changed ->
            visit.go(
                "/organization",
                "%s is %s now."
                    .formatted(Words.quoted(changed.name()), RoleWord.as(changed.role()))));
  }

  private Answer<Person> found(PersonsVisit visit) {
    return meant(visit)
        .then(
            id ->
                members
                    .find(id)
                    .filter(found -> found.organization().equals(visit.person().organization()))
                    .map(Answer::done)
                    .orElseGet(MemberPages::nobody));
  }

  private void askBeforeRole(PersonsVisit visit) {
    visit.with(
        found(visit),
        found ->
            visit.show(
                Section.ORGANIZATION,
                "Change a role?",
                "account/role",
                new RolePage(
                    found.member().toString(),
                    found.name(),
                    found.role() == Person.Role.OWNER,
                    found.member().equals(visit.person().member()))));
  }

  private void askBeforeRemove(PersonsVisit visit) {
    visit.with(
        found(visit),
        found ->
            visit.show(
                Section.ORGANIZATION,
                "Remove a member?",
                "account/remove",
                new RemovePage(
                    found.member().toString(),
                    found.name(),
                    found.member().equals(visit.person().member()),
                    agents.of(found.member()).stream()
                        .filter(entry -> entry.revokedAt() == null)
                        .map(entry -> entry.agent().name())
                        .toList(),
                    sandboxes(members.sandboxesOf(found.member())))));
  }

  private static String sandboxes(int count) {
    if (count == 0) {
      return "no sandboxes";
    }
    return count > Members.MOST_COUNTED
        ? "more than " + Members.MOST_COUNTED + " sandboxes"
        : count == 1 ? "1 sandbox" : count + " sandboxes";
  }

  private void remove(PersonsVisit visit) {
    visit.with(
        meant(visit).then(id -> memberships.remove(visit.person(), id, visit.now())),
        removed ->
            visit.go(
                "/organization",
                "%s is not in the organization any more. Their sandboxes are kept."
                    .formatted(Words.quoted(removed.name()))));
  }

  private void bringBack(PersonsVisit visit) {
    visit.with(
        meant(visit).then(id -> memberships.bringBack(visit.person(), id, visit.now())),
        back ->
            visit.go(
                "/organization",
                "%s is a member again, with the sandboxes that were theirs. They sign in anew, and add their agents anew."
                    .formatted(Words.quoted(back.name()))));
  }
}
