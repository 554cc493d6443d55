package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.persistence.identity.PersonalTokens;
import com.personalagentproxy.sandbox.persistence.identity.SignIns;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AccountPagesTest {

  @RegisterExtension static final PeoplesServer SERVER = new PeoplesServer();

  private static Document page(HttpResponse<String> answer) {
    return Jsoup.parse(answer.body());
  }

  @Test
  void onesNameIsChangedAndABadOneIsKeptInTheField() {
    Browser browser = SERVER.browserOf(SERVER.bob());

    assertThat(browser.submit("/account/name", Map.of("name", "Robert")).statusCode())
        .isEqualTo(303);

    assertThat(browser.get("/account").body())
        .contains("You are called “Robert” now", "value=\"Robert\"");
    String tooLong = "x".repeat(101);
    HttpResponse<String> answer = browser.submit("/account/name", Map.of("name", tooLong));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(page(answer).select("#name").val()).isEqualTo(tooLong);
    assertThat(page(answer).select("#name-problem").text())
        .isEqualTo("Name has 101 characters. Give 1 to 100.");
  }

  @Test
  void theSessionsAreListedAndThisOneIsMarkedAndAnotherIsEnded() {
    Browser other = SERVER.browserOf(SERVER.bob());
    Browser browser = SERVER.browserOf(SERVER.bob());
    SERVER.browserOf(SERVER.ada());

    Document page = page(browser.get("/account"));

    assertThat(page.select("[aria-labelledby=sessions] li")).hasSize(2);
    assertThat(page.select("[aria-labelledby=sessions] .on").eachText())
        .containsExactly("this one");
    String address = page.select("[aria-labelledby=sessions] li form").attr("action");
    assertThat(other.get("/account").statusCode()).isEqualTo(200);
    browser.press("/account", address);

    assertThat(other.get("/account").statusCode()).isEqualTo(401);
    assertThat(browser.get("/account").statusCode()).isEqualTo(200);
    assertThat(browser.submit(address, Map.of()).statusCode()).isEqualTo(404);
  }

  @Test
  void nobodyEndsTheSessionOfAnother() {
    Browser bobs = SERVER.browserOf(SERVER.bob());
    SERVER.browserOf(SERVER.bob());
    String address =
        page(bobs.get("/account")).select("[aria-labelledby=sessions] li form").attr("action");

    assertThat(SERVER.browserOf(SERVER.ada()).submit(address, Map.of()).statusCode())
        .isEqualTo(404);

    assertThat(page(bobs.get("/account")).select("[aria-labelledby=sessions] li")).hasSize(2);
  }

  @Test
  void signingOutEverywhereEndsEverySessionOfTheirs() {
    Browser other = SERVER.browserOf(SERVER.bob());
    Browser browser = SERVER.browserOf(SERVER.bob());
    Browser adas = SERVER.browserOf(SERVER.ada());

    HttpResponse<String> answer = browser.press("/account", "/account/sign-out-everywhere");

    assertThat(answer.headers().firstValue("Location")).hasValue("/sign-in");
    assertThat(browser.get("/account").statusCode()).isEqualTo(401);
    assertThat(other.get("/account").statusCode()).isEqualTo(401);
    assertThat(adas.get("/account").statusCode()).isEqualTo(200);
  }

  @Test
  void aLinkSignsAnotherBrowserInOnce() {
    HttpResponse<String> answer =
        SERVER.browserOf(SERVER.bob()).press("/account", "/account/sign-in-link");
    assertThat(answer.statusCode()).isEqualTo(201);
    URI link = URI.create(page(answer).select(".paste pre").text());
    Browser other = SERVER.browser();

    other.signIn(link.getQuery().substring("code=".length()));

    assertThat(other.get("/account").body()).contains("value=\"Bob\"");
    assertThat(SERVER.browser().signIn(link.getQuery().substring(5)).statusCode()).isEqualTo(403);
  }

  @Test
  void aPersonalTokenIsShownOnceListedAndRevoked() {
    PersonalTokens tokens = new PersonalTokens(SERVER.jdbi());
    Browser browser = SERVER.browserOf(SERVER.bob());

    HttpResponse<String> answer =
        browser.submit("/account/tokens", Map.of("token_name", "backup script"));

    assertThat(answer.statusCode()).isEqualTo(201);
    String token = page(answer).select(".paste pre").get(0).text();
    assertThat(tokens.person(token, SERVER.clock.instant())).contains(SERVER.bob());
    Document page = page(browser.get("/account"));
    assertThat(page.text()).contains("backup script").doesNotContain(token);
    browser.press("/account", page.select("[aria-labelledby=tokens] li form").attr("action"));

    assertThat(tokens.person(token, SERVER.clock.instant())).isEmpty();
    HttpResponse<String> blank = browser.submit("/account/tokens", Map.of("token_name", ""));
    assertThat(blank.statusCode()).isEqualTo(400);
    assertThat(page(blank).select("#token_name-problem").text()).startsWith("Name is missing.");
  }

  @Test
  void whoMustSignInFirstIsLedToWhereTheyWantedToGo() {
    Browser browser = SERVER.browser();
    assertThat(browser.get("/organization?x=1").statusCode()).isEqualTo(401);

    HttpResponse<String> answer =
        browser.signIn(
            new SignIns(SERVER.jdbi()).code(SERVER.bob().member(), SERVER.clock.instant()).text());

    assertThat(answer.headers().firstValue("Location")).hasValue("/organization?x=1");
    for (String elsewhere : new String[] {"//evil.example", "https://evil.example", "/\\evil"}) {
      Browser another = SERVER.browser();
      another.get("/sign-in?then=" + URLEncoder.encode(elsewhere, StandardCharsets.UTF_8));
      assertThat(
              another
                  .signIn(
                      new SignIns(SERVER.jdbi())
                          .code(SERVER.bob().member(), SERVER.clock.instant())
                          .text())
                  .headers()
                  .firstValue("Location"))
          .hasValue("/");
    }
  }
}
