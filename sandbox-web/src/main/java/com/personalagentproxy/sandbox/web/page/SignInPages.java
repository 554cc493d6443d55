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
    String code = visit.query("code");
    String then = visit.query("then");
    if (then != null) {
      site.wayBack().leave(visit.context(), then);
    }
    // Only the button uses the code up: whatever looks at links before people do must not.
    if (code == null) {
      // An open page goes here with its address when its session is over.
      visit.show(
          null,
          "Sign in",
          "stranger",
          visit.query("ended") == null ? site.ways() : site.ways().afterTheEnd());
      return;
    }
    Optional<Person> whose = site.sessions().whose(code);
    if (whose.isEmpty()) {
      sayItIsOver(visit);
      return;
    }
    visit.show(
        null,
        "Sign in",
        "signin",
        new SignInPage(
            code,
            whose.get().name(),
            visit
                .signedIn()
                .map(SignedIn::person)
                .filter(present -> !present.member().equals(whose.get().member()))
                .map(Person::name)
                .orElse(null)));
  }

  private void signIn(Visit visit) {
    String code = visit.field("code");
    Optional<String> session =
        code == null
            ? Optional.empty()
            : site.sessions().begin(code, visit.context().header(Header.USER_AGENT));
    if (session.isPresent()) {
      visit.signIn(session.get());
    } else {
      sayItIsOver(visit);
    }
  }

  private static void sayItIsOver(Visit visit) {
    visit.say(
        HttpStatus.FORBIDDEN,
        "This link does not work any more",
        "It was used before, or it is too old. On the computer the server runs on, ./sandboxes"
            + " sign-in prints another.");
  }
}
