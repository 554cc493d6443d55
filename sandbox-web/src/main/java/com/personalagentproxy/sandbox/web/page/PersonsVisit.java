package com.personalagentproxy.sandbox.web.page;

import com.personalagentproxy.sandbox.access.Person;
import io.javalin.http.Context;

/** A visit of somebody who is signed in; a form of theirs came from a page of this session. */
public final class PersonsVisit extends Visit {

  private final SignedIn who;
  private final Site site;

  PersonsVisit(Context context, Site site, SignedIn who) {
    super(context, site, who);
    this.who = who;
    this.site = site;
  }

  /** Ends the session, and sends the browser to where one signs in. */
  public void signOut() {
    site.sessions().end(who.session());
    site.cookie().take(context());
    go("/sign-in");
  }

  /** Who asks. */
  public Person person() {
    return who.person();
  }

  /** What each form of their session carries. */
  public String formToken() {
    return who.formToken();
  }

  /** The secret of their session. */
  public String session() {
    return who.session();
  }
}
