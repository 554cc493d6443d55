package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.PostgresExperiments;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.web.page.PageGroup;
import com.personalagentproxy.sandbox.web.page.PageRoute;
import com.personalagentproxy.sandbox.web.page.PageTable;
import com.personalagentproxy.sandbox.web.page.PersonsVisit;
import com.personalagentproxy.sandbox.web.page.Section;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** The organization: what it is called, who is in it, and whether it has sandboxes. */
record OrganizationPages(Members members, Invitations invitations, PostgresExperiments experiments)
    implements PageGroup {

  static OrganizationPages in(Jdbi jdbi) {
    return new OrganizationPages(
        new Members(jdbi), new Invitations(jdbi), new PostgresExperiments(jdbi));
  }

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.ORGANIZATION, visit -> show(visit, null, Field.EMPTY));
    table.signedIn(PageRoute.RENAME_ORGANIZATION, forOwners(this::rename));
    table.signedIn(PageRoute.SWITCH_EXPERIMENT, forOwners(this::switchExperiment));
    table.signedIn(
        PageRoute.INVITE,
        forOwners(
            visit -> new Inviting(invitations).invite(visit, field -> show(visit, null, field))));
    table.signedIn(PageRoute.TAKE_BACK_INVITATION, forOwners(new Inviting(invitations)::takeBack));
  }

  /** The store looks again in the write itself: who has just stopped being one changes nothing. */
  static Consumer<PersonsVisit> forOwners(Consumer<PersonsVisit> page) {
    return visit -> {
      if (visit.person().role() == Person.Role.OWNER) {
        page.accept(visit);
      } else {
        visit.refuse(
            new Refusal.NotAllowed(
                "Only an owner of the organization may change it. The page “Organization” says who"
                    + " they are."));
      }
    };
  }

  private void show(PersonsVisit visit, @Nullable Field newName, Field forWhom) {
    Person person = visit.person();
    boolean isOwner = person.role() == Person.Role.OWNER;
    String name = members.name(person.organization()).orElse("");
    List<Members.Entry> all = members.of(person.organization());
    visit.show(
        Section.ORGANIZATION,
        "Organization",
        "account/organization",
        new OrganizationPage(
            name,
            isOwner,
            rows(visit, all, entry -> entry.removedAt() == null),
            isOwner ? rows(visit, all, entry -> entry.removedAt() != null) : List.of(),
            isOwner
                ? invitations.open(person.organization(), visit.now()).stream()
                    .map(entry -> OrganizationPage.InvitationRow.of(entry, visit.now()))
                    .toList()
                : List.of(),
            newName == null ? Field.of(name) : newName,
            forWhom,
            experiments.sandboxesOn(person.organization())));
  }

  private static List<OrganizationPage.MemberRow> rows(
      PersonsVisit visit, List<Members.Entry> all, Predicate<Members.Entry> which) {
    return all.stream()
        .filter(which)
        .map(entry -> OrganizationPage.MemberRow.of(entry, visit.person(), visit.now()))
        .toList();
  }

  private void rename(PersonsVisit visit) {
    String name = Field.written(visit, "name");
    Answer<String> renamed = members.renameOrganization(visit.person(), name);
    Optional<Field> again = Field.again(visit, name, renamed);
    if (again.isPresent()) {
      show(visit, again.get(), Field.EMPTY);
      return;
    }
    visit.with(
        renamed,
        called ->
            visit.go(
                "/organization",
                "The organization is called %s now, and its connection after it."
                    .formatted(Words.quoted(called))));
  }

  private void switchExperiment(PersonsVisit visit) {
    String on = visit.field("on");
    if (!("true".equals(on) || "false".equals(on))) {
      visit.say(
          HttpStatus.BAD_REQUEST,
          "There is no such setting",
          "Nothing was changed. Go to the page of the organization and choose one that is there.");
      return;
    }
    experiments.turnSandboxes(visit.person().organization(), "true".equals(on));
    visit.go(
        "/organization",
        "true".equals(on)
            ? "Sandboxes are on. All that there was is there again."
            : "Sandboxes are off for everybody in the organization. Nothing is deleted.");
  }

  /** The member that an address names. */
  static Optional<MemberId> member(PersonsVisit visit) {
    return Text.id(visit.path("member")).map(MemberId::new);
  }
}
