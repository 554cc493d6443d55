package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.persistence.identity.WebSessions;
import com.personalagentproxy.sandbox.web.page.CopiedCode;
import com.personalagentproxy.sandbox.web.page.Moment;
import com.personalagentproxy.sandbox.web.page.PageGroup;
import com.personalagentproxy.sandbox.web.page.PageRoute;
import com.personalagentproxy.sandbox.web.page.PageTable;
import com.personalagentproxy.sandbox.web.page.SignedIn;
import com.personalagentproxy.sandbox.web.page.Visit;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Joining by an invitation. Looking at its link changes nothing: scanners of mail look first. */
record JoinPages(Invitations invitations, WebSessions sessions, @Nullable String provider)
    implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.everybody(
        PageRoute.LOOK_AT_INVITATION,
        visit -> show(visit, CopiedCode.of(visit.query("code")), Field.EMPTY));
    table.everybody(PageRoute.JOIN, this::join);
  }

  private void show(Visit visit, CopiedCode code, Field name) {
    Optional<Invitations.Entry> found = invitations.byCode(code.text(), visit.now());
    if (found.isEmpty() && !code.isWhole()) {
      visit.say(
          HttpStatus.NOT_FOUND,
          "This invitation's link is not whole",
          "A part of it is missing, as when only its first line is copied. Copy all of it and open"
              + " it again, or ask who sent it for another.");
      return;
    }
    if (found.isEmpty()) {
      visit.say(
          HttpStatus.NOT_FOUND,
          "This invitation does not work any more",
          "It was used before, is too old, or was taken back. Ask who sent it for another.");
      return;
    }
    if (visit.signedIn().isPresent()) {
      sayWhoIsHere(visit, visit.signedIn().get());
      return;
    }
    Invitations.Entry invitation = found.get();
    visit.show(
        null,
        "Join",
        "account/join",
        new JoinPage(
            code.text(),
            invitation.organization(),
            invitation.madeBy(),
            RoleWord.as(invitation.role()),
            Moment.of(invitation.expiresAt(), visit.now()),
            name,
            provider));
  }

  private static void sayWhoIsHere(Visit visit, SignedIn who) {
    visit.say(
        HttpStatus.CONFLICT,
        "You are signed in already",
        "This browser is signed in as %s. The invitation is for somebody who is no member yet: sign out first, or open its link in another browser. It was not used up."
            .formatted(Words.quoted(who.person().name())));
  }

  private void join(Visit visit) {
    CopiedCode code = CopiedCode.of(Field.written(visit, "code"));
    String name = Field.written(visit, "name");
    if (visit.signedIn().isPresent()) {
      sayWhoIsHere(visit, visit.signedIn().get());
      return;
    }
    Answer<Person> joined = invitations.join(code.text(), name, visit.now());
    Optional<Field> again = Field.again(visit, name, joined);
    if (again.isPresent()) {
      show(visit, code, again.get());
      return;
    }
    visit.with(
        joined,
        person ->
            visit.signIn(
                sessions
                    .begin(
                        person.member(),
                        WebSessions.By.INVITATION,
                        visit.context().header(Header.USER_AGENT),
                        visit.now())
                    .text()));
  }
}
