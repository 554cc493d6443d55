package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Text;
import com.personalagentproxy.sandbox.answer.Words;
import com.personalagentproxy.sandbox.persistence.identity.Members;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.persistence.identity.WebSessions;
import com.personalagentproxy.sandbox.web.page.PageGroup;
import com.personalagentproxy.sandbox.web.page.PageRoute;
import com.personalagentproxy.sandbox.web.page.PageTable;
import com.personalagentproxy.sandbox.web.page.PersonsVisit;
import io.javalin.http.HttpStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One's own account: the name, where one is signed in, and signing out. */
record AccountPages(
    Members members,
    SignIns signIns,
    WebSessions sessions,
    PersonalTokenPages tokens,
    KnownBy knownBy)
    implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.signedIn(PageRoute.ACCOUNT, visit -> show(visit, null, Field.EMPTY));
    table.signedIn(PageRoute.RENAME_PERSON, this::rename);
    table.signedIn(PageRoute.END_SESSION, this::endSession);
    table.signedIn(PageRoute.SIGN_OUT_EVERYWHERE, this::signOutEverywhere);
    table.signedIn(PageRoute.MAKE_SIGN_IN_LINK, this::makeLink);
    table.signedIn(
        PageRoute.MAKE_PERSONAL_TOKEN,
        visit -> tokens.make(visit, field -> show(visit, null, field)));
    table.signedIn(PageRoute.REVOKE_PERSONAL_TOKEN, tokens::revoke);
  }

  private void show(PersonsVisit visit, @Nullable Field name, Field tokenName) {
    Person person = visit.person();
    visit.show(
        null,
        "Your account",
        "account/account",
        new AccountPage(
            members.name(person.organization()).orElse(""),
            RoleWord.as(person.role()),
            name == null ? Field.of(person.name()) : name,
            sessions.of(person.member(), visit.session(), visit.now()).stream()
                .map(entry -> AccountPage.SessionRow.of(entry, visit.now()))
                .toList(),
            tokens.rows(visit),
            tokenName,
            knownBy.provider(),
            knownBy.identities(person)));
  }

  private void rename(PersonsVisit visit) {
    String name = Field.written(visit, "name");
    Answer<String> renamed = members.rename(visit.person().member(), name);
    Optional<Field> again = Field.again(visit, name, renamed);
    if (again.isPresent()) {
      show(visit, again.get(), Field.EMPTY);
      return;
    }
    visit.with(
        renamed,
        called ->
            visit.go(
                "/account",
                "You are called %s now, and your connection after you."
                    .formatted(Words.quoted(called))));
  }

  private void endSession(PersonsVisit visit) {
    boolean isEnded =
        Text.id(visit.path("session"))
            .filter(id -> sessions.end(visit.person().member(), id))
            .isPresent();
    if (isEnded) {
      visit.go("/account", "That browser is signed out.");
    } else {
      visit.say(
          HttpStatus.NOT_FOUND,
          "There is no such session",
          "It has ended before. Your account lists those that have not.");
    }
  }

  private void signOutEverywhere(PersonsVisit visit) {
    sessions.endAll(visit.person().member());
    visit.signOut();
  }

  private void makeLink(PersonsVisit visit) {
    visit.context().status(HttpStatus.CREATED);
    visit.show(
        null,
        "A link to sign in by",
        "account/new-link",
        new NewLinkPage(
            visit.serverAddress()
                + "/sign-in?code="
                + signIns.code(visit.person().member(), visit.now()).text(),
            SignIns.CODE_LASTS.toMinutes()));
  }
}
