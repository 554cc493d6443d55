package com.personalagentproxy.sandbox.web.page;

import io.javalin.http.HttpStatus;
import java.util.Optional;

/** Signing in by a one-time link, and out. */
record SignInPages(Site site) implements PageGroup {

  @Override
  public void enter(PageTable table) {
    table.everybody(PageRoute.OFFER_SIGN_IN, this::offer);
    table.everybody(PageRoute.SIGN_IN, this::signIn);
    table.signedIn(PageRoute.SIGN_OUT, this::signOut);
  }

  private void offer(Visit visit) {
    String code = visit.query("code");
    // Only the button uses the code up: whatever looks at links before people do must not.
    if (code == null) {
      visit.show(null, "Sign in", "stranger", "");
    } else {
      visit.show(null, "Sign in", "signin", code);
    }
  }

  private void signIn(Visit visit) {
    String code = visit.field("code");
    Optional<String> session = code == null ? Optional.empty() : site.sessions().begin(code);
    if (session.isEmpty()) {
      visit.say(
          HttpStatus.FORBIDDEN,
          "This link does not work any more",
          "It was used before, or it is too old. On the computer the server runs on, ./sandboxes"
              + " sign-in prints another.");
      return;
    }
    // A session that this browser has already is over with it.
    site.cookie().in(visit.context()).ifPresent(site.sessions()::end);
    site.cookie().give(visit.context(), session.get());
    visit.go("/");
  }

  private void signOut(PersonsVisit visit) {
    site.sessions().end(visit.session());
    site.cookie().take(visit.context());
    visit.go("/sign-in");
  }
}
