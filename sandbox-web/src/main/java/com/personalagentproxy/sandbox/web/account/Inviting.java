package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.web.page.Moment;
import com.personalagentproxy.sandbox.web.page.PersonsVisit;
import com.personalagentproxy.sandbox.web.page.Section;
import io.javalin.http.HttpStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What an owner does with invitations. */
record Inviting(Invitations invitations) {

  /**
   * Makes one and shows its link, this once.
   *
   * @param again shows the form again, with what was written into it
   */
  void invite(PersonsVisit visit, Consumer<Field> again) {
    String forWhom = Field.written(visit, "for_whom");
    Optional<Person.Role> role = RoleWord.role(visit.field("role"));
    Optional<Duration> lasts = days(visit.field("days"));
    if (role.isEmpty() || lasts.isEmpty()) {
      visit.say(
          HttpStatus.BAD_REQUEST,
          "There is no such invitation",
          "Nobody was invited. Go to the page of the organization and choose a role and a time that"
              + " are there.");
      return;
    }
    Answer<Invitations.Made> made =
        invitations.make(visit.person(), forWhom, role.get(), lasts.get(), visit.now());
    Optional<Field> field = Field.again(visit, forWhom, made);
    if (field.isPresent()) {
      again.accept(field.get());
      return;
    }
    visit.with(
        made,
        invitation -> {
          visit.context().status(HttpStatus.CREATED);
          visit.show(
              Section.ORGANIZATION,
              "Invitation",
              "account/new-invitation",
              new NewInvitationPage(
                  invitation.entry().forWhom(),
                  RoleWord.as(invitation.entry().role()),
                  visit.serverAddress() + "/join?code=" + invitation.code().text(),
                  Moment.of(invitation.entry().expiresAt(), visit.now())));
        });
  }

  private static Optional<Duration> days(@Nullable String text) {
    return Optional.ofNullable(text)
        .filter(each -> each.matches("[1-9][0-9]?"))
        .map(each -> Duration.ofDays(Integer.parseInt(each)))
        .filter(each -> each.compareTo(Invitations.LONGEST) <= 0);
  }

  void takeBack(PersonsVisit visit) {
    boolean isTaken =
        Text.id(visit.path("invitation"))
            .filter(id -> invitations.takeBack(visit.person(), id, visit.now()))
            .isPresent();
    if (isTaken) {
      visit.go("/organization", "The invitation is taken back: its link is worth nothing now.");
    } else {
      visit.say(
          HttpStatus.NOT_FOUND,
          "There is no such invitation",
          "It was used, taken back, or is too old. The page of the organization lists those that"
              + " are open, and who has joined.");
    }
  }
}
