package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.persistence.identity.Invitations;
import com.personalagentproxy.sandbox.persistence.identity.Memberships;
import com.personalagentproxy.sandbox.web.configuration.OpenId;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Signing in by a certified provider that runs beside. */
class OpenIdSignInTest {

  /** Started when it is asked for first, which is after it was seen that it can be. */
  private static final class Provider {
    static final RealProvider ONE = RealProvider.start();
  }

  @RegisterExtension
  static final PeoplesServer SERVER = new PeoplesServer(OpenIdSignInTest::openId);

  private static OpenId openId() {
    RealProvider.require();
    return new OpenId(
        Provider.ONE.issuer(),
        "sandboxes",
        new OpenId.ClientSecret("a-secret+of/the%tests"),
        "Example",
        new OpenId.Join(Optional.of(OpenId.Join.Role.MEMBER), List.of("example.com")));
  }

  @AfterAll
  static void stop() throws Exception {
    Provider.ONE.stop();
  }

  /** Where the page between leads, after the button for it was pressed. */
  private static URI leaving(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(200);
    URI link = URI.create(Jsoup.parse(answer.body()).select("main a").attr("href"));
    assertThat(answer.headers().firstValue("Refresh")).hasValue("0; url=" + link);
    assertThat(link.getQuery())
        .contains("code_challenge_method=S256", "scope=openid+profile+email", "state=", "nonce=");
    return link;
  }

  private static String within(URI address) {
    return address.getRawPath() + "?" + address.getRawQuery();
  }

  private static HttpResponse<String> signIn(Browser browser, String login) {
    URI back = Provider.ONE.signIn(leaving(browser.press("/sign-in", "/openid/sign-in")), login);
    return browser.get(within(back));
  }

  private static List<String> names() {
    return SERVER.members().all().stream().map(Person::name).toList();
  }

  @Test
  void whomTheRuleLetsInJoinsAtTheFirstSignInAndIsKnownAtTheNext() {
    Browser browser = SERVER.browser();
    browser.get("/account");

    HttpResponse<String> answer = signIn(browser, "bob");

    assertThat(answer.headers().firstValue("Location")).hasValue("/account");
    assertThat(browser.get("/account").body())
        .contains("value=\"Bob of the provider\"", "bob@example.com", "by the provider");
    assertThat(signIn(SERVER.browser(), "bob").statusCode()).isEqualTo(303);
    assertThat(names()).containsExactlyInAnyOrder("Ada", "Bob", "Mallory", "Bob of the provider");
  }

  @Test
  void whoIsOfAnotherDomainOrUnverifiedOrHasNoAddressIsToldWhatToDo() {
    for (String login : List.of("eve", "liar", "nobody")) {
      Browser browser = SERVER.browser();

      HttpResponse<String> answer = signIn(browser, login);

      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("ask an owner for an invitation, and join by its link");
      assertThat(browser.get("/account").statusCode()).isEqualTo(401);
    }
    assertThat(names()).hasSize(3);
  }

  @Test
  void anInvitationLetsInWhomTheRuleDoesNot() {
    Invitations.Made made =
        SERVER
            .invitations()
            .make(
                SERVER.ada(), "Eve", Person.Role.OWNER, Duration.ofDays(1), SERVER.clock.instant())
            .orElseThrow();
    Browser browser = SERVER.browser();
    String link = "/join?code=" + made.code().text();
    assertThat(browser.get(link).body()).contains("Join with Example");

    URI back = Provider.ONE.signIn(leaving(browser.press(link, "/openid/sign-in")), "eve");
    assertThat(browser.get(within(back)).statusCode()).isEqualTo(303);

    assertThat(browser.get("/account").body()).contains("value=\"Eve\"", "You are an owner");
    assertThat(SERVER.browser().get(link).statusCode()).isEqualTo(404);
  }

  @Test
  void whoIsAMemberConnectsAndDisconnectsTheProvider() {
    Browser browser = SERVER.browserOf(SERVER.ada());

    URI back = Provider.ONE.signIn(leaving(browser.press("/account", "/openid/connect")), "eve");
    browser.get(within(back));

    assertThat(browser.get("/account").body())
        .contains("Example is connected: you may sign in with it now.", "eve@elsewhere.example");
    Browser other = SERVER.browser();
    signIn(other, "eve");
    assertThat(other.get("/account").body()).contains("value=\"Ada\"");
    browser.press("/account", "/openid/disconnect");
    assertThat(signIn(SERVER.browser(), "eve").statusCode()).isEqualTo(403);
    assertThat(names()).hasSize(3);
  }

  @Test
  void anIdentityOfAnotherMemberIsNotTaken() {
    signIn(SERVER.browser(), "bob");
    Browser browser = SERVER.browserOf(SERVER.ada());

    URI back = Provider.ONE.signIn(leaving(browser.press("/account", "/openid/connect")), "bob");
    HttpResponse<String> answer = browser.get(within(back));

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("is connected to another member already");
  }

  @Test
  void whoWasRemovedIsNotLetInAgainByTheRule() {
    signIn(SERVER.browser(), "bob");
    Person bob =
        SERVER.members().all().stream()
            .filter(person -> person.name().equals("Bob of the provider"))
            .findFirst()
            .orElseThrow();
    new Memberships(SERVER.jdbi())
        .remove(SERVER.ada(), bob.member(), SERVER.clock.instant())
        .orElseThrow();

    HttpResponse<String> answer = signIn(SERVER.browser(), "bob");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("An owner can bring you back");
  }

  @Test
  void whatComesBackIsWorthNothingASecondTimeAndInAnotherBrowser() {
    Browser browser = SERVER.browser();
    URI back = Provider.ONE.signIn(leaving(browser.press("/sign-in", "/openid/sign-in")), "bob");
    Browser another = SERVER.browser();
    another.press("/sign-in", "/openid/sign-in");

    assertThat(SERVER.browser().get(within(back)).statusCode()).isEqualTo(403);
    assertThat(another.get(within(back)).statusCode()).isEqualTo(403);
    assertThat(browser.get(within(back)).statusCode()).isEqualTo(303);

    HttpResponse<String> again = browser.get(within(back));
    assertThat(again.statusCode()).isEqualTo(403);
    assertThat(again.body()).contains("or it was used before");
  }

  @Test
  void whoCallsItOffThereIsToldThatNothingWasChanged() {
    Browser browser = SERVER.browser();
    URI leaving = leaving(browser.press("/sign-in", "/openid/sign-in"));
    String state = leaving.getQuery().replaceFirst(".*state=([^&]*).*", "$1");

    HttpResponse<String> answer =
        browser.get("/openid/callback?error=access_denied&state=" + state);

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("Example did not sign you in", "Nothing was changed.");
    assertThat(browser.post("/openid/connect", Map.of()).statusCode()).isEqualTo(401);
  }
}
