package com.personalagentproxy.sandbox.web.account;

import com.personalagentproxy.sandbox.access.MemberId;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.answer.Answer;
import com.personalagentproxy.sandbox.answer.Refusal;
import com.personalagentproxy.sandbox.persistence.identity.OpenIdDepartures;
import com.personalagentproxy.sandbox.persistence.identity.OpenIdIdentities;
import com.personalagentproxy.sandbox.persistence.identity.WebSessions;
import com.personalagentproxy.sandbox.web.page.PageGroup;
import com.personalagentproxy.sandbox.web.page.PageRoute;
import com.personalagentproxy.sandbox.web.page.PageTable;
import com.personalagentproxy.sandbox.web.page.PersonsVisit;
import com.personalagentproxy.sandbox.web.page.SignedIn;
import com.personalagentproxy.sandbox.web.page.Visit;
import io.javalin.http.Header;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Signing in by a provider of OpenID Connect, joining by it, and connecting it to an account. */
record OpenIdPages(
    OpenIdProvider openId,
    OpenIdDepartures departures,
    OpenIdIdentities identities,
    WebSessions sessions)
    implements PageGroup, KnownBy {

  static OpenIdPages in(Jdbi jdbi, OpenIdProvider openId) {
    return new OpenIdPages(
        openId, new OpenIdDepartures(jdbi), new OpenIdIdentities(jdbi), new WebSessions(jdbi));
  }

  @Override
  public void enter(PageTable table) {
    table.everybody(PageRoute.LEAVE_FOR_PROVIDER, visit -> leave(visit, null));
    table.everybody(PageRoute.COME_FROM_PROVIDER, this::arrive);
    table.signedIn(PageRoute.CONNECT_IDENTITY, visit -> leave(visit, visit.person().member()));
    table.signedIn(PageRoute.DISCONNECT_IDENTITY, this::disconnect);
  }

  @Override
  public String provider() {
    return openId.settings().name();
  }

  @Override
  public List<String> identities(Person person) {
    return identities.of(person.member(), openId.settings().issuer().toString());
  }

  private static URI callback(Visit visit) {
    return URI.create(visit.serverAddress() + PageRoute.COME_FROM_PROVIDER.path());
  }

  private void leave(Visit visit, @Nullable MemberId connects) {
    String invitation = visit.field("invitation");
    OpenIdDepartures.Left left =
        departures.leave(
            connects, invitation == null || invitation.isEmpty() ? null : invitation, visit.now());
    visit.with(
        openId.leave(
            left.state().text(),
            ProviderCookie.secrets(left.browser().text()),
            callback(visit),
            visit.now()),
        address -> {
          ProviderCookie.give(visit, left.browser().text());
          visit.context().header("Refresh", "0; url=" + address);
          visit.show(
              null,
              "On to " + provider(),
              "account/leave",
              new LeavePage(provider(), address.toString()));
        });
  }

  private void arrive(Visit visit) {
    Optional<String> browser = ProviderCookie.take(visit);
    String state = visit.query("state");
    Optional<OpenIdDepartures.Back> back =
        browser
            .filter(secret -> state != null)
            .flatMap(secret -> departures.comeBack(String.valueOf(state), secret, visit.now()));
    if (back.isEmpty()) {
      visit.refuse(
          new Refusal.NotAllowed(
              "This is no sign-in that was begun in this browser, or it took too long, or it was"
                  + " used before. Begin again at the page to sign in."));
      return;
    }
    String code = visit.query("code");
    if (code == null || visit.query("error") != null) {
      visit.refuse(
          new Refusal.NotAllowed(
              "%s did not sign you in: it was called off there, or it does not let you use this server. Nothing was changed. Try again, or sign in by a link."
                  .formatted(provider())));
      return;
    }
    visit.with(
        openId.arrive(
            code,
            visit.query("iss"),
            ProviderCookie.secrets(browser.orElseThrow()),
            callback(visit),
            visit.now()),
        claims -> goOn(visit, back.get(), claims));
  }

  private void goOn(Visit visit, OpenIdDepartures.Back back, Claims claims) {
    if (back.connects() != null) {
      connect(visit, back.connects(), claims);
      return;
    }
    visit.with(
        member(visit, back, claims),
        person ->
            visit.signIn(
                sessions
                    .begin(
                        person.member(),
                        WebSessions.By.OPENID,
                        visit.context().header(Header.USER_AGENT),
                        visit.now())
                    .text()));
  }

  private void connect(Visit visit, MemberId connects, Claims claims) {
    Optional<Person> person =
        visit.signedIn().map(SignedIn::person).filter(who -> who.member().equals(connects));
    if (person.isEmpty()) {
      visit.refuse(
          new Refusal.NotAllowed(
              "You were signed out meanwhile, so nothing was connected. Sign in and connect %s again from your account."
                  .formatted(provider())));
      return;
    }
    visit.with(
        identities.connect(claims.identity(), person.get(), visit.now()),
        connected ->
            visit.go(
                "/account", "%s is connected: you may sign in with it now.".formatted(provider())));
  }

  private Answer<Person> member(Visit visit, OpenIdDepartures.Back back, Claims claims) {
    Optional<OpenIdIdentities.Holder> holder = identities.holder(claims.identity(), visit.now());
    if (holder.isPresent()) {
      return holder.get().isRemoved()
          ? Answer.refused(
              new Refusal.NotAllowed(
                  "You are not in the organization any more. An owner can bring you back, and your"
                      + " sandboxes with you."))
          : Answer.done(holder.get().person());
    }
    if (back.invitation().isPresent()) {
      return identities.joinByInvitation(
          claims.identity(), back.invitation().get(), claims.calledAs(), visit.now());
    }
    if (claims.mayJoinBy(openId.settings().join())) {
      return identities.joinByRule(
          claims.identity(),
          switch (openId.settings().join().role().orElseThrow()) {
            case MEMBER -> Person.Role.MEMBER;
            case OWNER -> Person.Role.OWNER;
          },
          claims.calledAs(),
          visit.now());
    }
    return Answer.refused(
        new Refusal.NotAllowed(
            "%s knows you as %s, and here nobody does. If you are a member, sign in by a link and connect %s in your account. Otherwise ask an owner for an invitation, and join by its link."
                .formatted(provider(), claims.identity().shownAs(), provider())));
  }

  private void disconnect(PersonsVisit visit) {
    identities.disconnect(visit.person().member(), openId.settings().issuer().toString());
    visit.go(
        "/account", "%s is disconnected. You sign in by a link from now on.".formatted(provider()));
  }
}
