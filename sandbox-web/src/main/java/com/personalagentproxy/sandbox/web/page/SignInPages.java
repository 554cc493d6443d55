package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Person;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.util.Optional;

/** Signing in by a one-time link, what other ways there are, and signing out. */
record SignInPages(Site site) implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.everybody(PageRoute.OFFER_SIGN_IN, this::offer);
    table.everybody(PageRoute.SIGN_IN, this::signIn);
    table.signedIn(PageRoute.SIGN_OUT, PersonsVisit::signOut);
  }

  private void offer(Visit visit) {
    String written = visit.context().queryParam("code");
    String then = visit.query("then");
    if (then != null) {
      site.wayBack().leave(visit.context(), then);
    }
    // Only the button uses the code up: whatever looks at links before people do must not.
    if (written == null) {
      // An open page goes here with its address when its session is over.
      visit.show(
          null,
          "Sign in",
          "stranger",
          visit.query("ended") == null ? site.ways() : site.ways().afterTheEnd());
      return;
    }
    CopiedCode code = CopiedCode.of(written);
    Optional<Person> whose = site.sessions().whose(code.text());
    if (whose.isEmpty()) {
      sayWhyNot(visit, code);
      return;
    }
    visit.show(
        null,
        "Sign in",
        "signin",
        new SignInPage(
            code.text(),
            whose.get().name(),
            visit
                .signedIn()
                .map(SignedIn::person)
                .filter(present -> !present.member().equals(whose.get().member()))
                .map(Person::name)
                .orElse(null)));
  }

  private void signIn(Visit visit) {
    CopiedCode code = CopiedCode.of(visit.field("code"));
    Optional<String> session =
        site.sessions().begin(code.text(), visit.context().header(Header.USER_AGENT));
    if (session.isPresent()) {
      visit.signIn(session.get());
    } else {
      sayWhyNot(visit, code);
    }
  }

  private static void sayWhyNot(Visit visit, CopiedCode code) {
    if (!code.isWhole()) {
      visit.say(
          HttpStatus.FORBIDDEN,
          "This link is not whole",
          "A part of it is missing, as when only its first line is copied. Copy all of it and open"
              + " it again; or have another printed by ./sandboxes sign-in, on the computer the"
              + " server runs on.");
      return;
    }
    visit.say(
        HttpStatus.FORBIDDEN,
        "This link does not work any more",
        "It was used before, or it is too old. On the computer the server runs on, ./sandboxes"
            + " sign-in prints another.");
  }
}
