package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class SigningInTest {

  private static final ServedPage PAGE = new ServedPage();

  @AfterAll
  static void stop() {
    PAGE.close();
  }

  @Test
  void whoIsNotSignedInIsToldHowToGetALink() {
    HttpResponse<String> answer = PAGE.browser().get("/");

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("./sandboxes sign-in");
  }

  @Test
  void lookingAtALinkDoesNotUseItUp() {
    String code = PAGE.sessions.codeFor(PAGE.world.ada);
    Browser browser = PAGE.browser();

    assertThat(browser.get("/sign-in?code=" + code).body())
        .contains("method=\"post\" action=\"/sign-in\"", "value=\"" + code + "\"");
    assertThat(browser.get("/sign-in?code=" + code).statusCode()).isEqualTo(200);
    assertThat(browser.get("/").statusCode()).isEqualTo(401);

    assertThat(browser.signIn(code).headers().firstValue("Location")).hasValue("/");
    assertThat(browser.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void aLinkWorksOnce() {
    String code = PAGE.sessions.codeFor(PAGE.world.ada);
    assertThat(PAGE.browser().signIn(code).statusCode()).isEqualTo(303);

    HttpResponse<String> second = PAGE.browser().signIn(code);

    assertThat(second.statusCode()).isEqualTo(403);
    assertThat(second.body())
        .contains("This link does not work any more", "./sandboxes sign-in prints another.");
    assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void aLinkSaysWhoseItIsAndWhoseBrowserItWouldTake() {
    Browser browser = PAGE.browserOf(PAGE.world.ada);

    assertThat(browser.get("/sign-in?code=" + PAGE.sessions.codeFor(PAGE.world.bob)).body())
        .contains("Sign in as <bdi>Bob</bdi>", "This browser is signed in as <bdi>Ada</bdi>");
    assertThat(browser.get("/sign-in?code=" + PAGE.sessions.codeFor(PAGE.world.ada)).body())
        .contains("Sign in as <bdi>Ada</bdi>")
        .doesNotContain("This browser is signed in");
    assertThat(browser.get("/sign-in?code=guessed").statusCode()).isEqualTo(403);
  }

  @Test
  void whatSlippedInWhenALinkWasCopiedDoesNoHarm() {
    String code = PAGE.sessions.codeFor(PAGE.world.ada);
    String half = code.substring(0, 30);
    String rest = code.substring(30);

    for (String copied :
        List.of(
            code + ".",
            code + "%29%2C",
            "%20" + code + "%20",
            half + "%0A%20%20" + rest,
            "%E2%80%9C" + code + "%E2%80%9D",
            half + "%E2%80%8B" + rest + "%2A%2A")) {
      assertThat(PAGE.browser().get("/sign-in?code=" + copied).body())
          .as(copied)
          .contains("Sign in as <bdi>Ada</bdi>", "value=\"" + code + "\"");
    }
    assertThat(PAGE.browser().signIn(" " + half + "\n" + rest + ".").statusCode()).isEqualTo(303);
  }

  @Test
  void whoCopiedAPartOfALinkIsToldSo() {
    String code = PAGE.sessions.codeFor(PAGE.world.ada);

    for (String part :
        List.of(code.substring(0, code.length() - 1), code.substring(1), "", "guessed")) {
      assertThat(PAGE.browser().get("/sign-in?code=" + part).body())
          .contains("This link is not whole", "Copy all of it and open it again")
          .doesNotContain("does not work any more");
      HttpResponse<String> signIn = PAGE.browser().signIn(part);
      assertThat(signIn.statusCode()).isEqualTo(403);
      assertThat(signIn.body()).contains("This link is not whole");
    }
  }

  @Test
  void aCodeThatNobodyMadeIsRefusedLikeAUsedOne() {
    assertThat(PAGE.browser().signIn("guessed").statusCode()).isEqualTo(403);
    assertThat(PAGE.browser().post("/sign-in", Map.of()).statusCode()).isEqualTo(403);
  }

  @Test
  void aPageThatOpenedTheSignInIsNotForgottenOnTheWayAndNoOtherPageHasAnOpener() {
    Browser browser = PAGE.browserOf(PAGE.world.ada);

    assertThat(browser.get("/sign-in").headers().firstValue("Cross-Origin-Opener-Policy"))
        .hasValue("unsafe-none");
    assertThat(browser.signIn("nonsense").headers().firstValue("Cross-Origin-Opener-Policy"))
        .hasValue("unsafe-none");
    assertThat(browser.get("/").headers().firstValue("Cross-Origin-Opener-Policy"))
        .hasValue("same-origin");
  }

  @Test
  void theCookieIsOutOfReachOfScriptsAndOtherSites() {
    HttpResponse<String> answer = PAGE.browser().signIn(PAGE.sessions.codeFor(PAGE.world.ada));

    assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith("sandboxes-" + PAGE.port() + "=")
        .contains("; Path=/", "; HttpOnly", "; SameSite=Lax", "; Max-Age=2592000")
        .doesNotContain("Secure", "Domain");
  }

  @Test
  void behindHttpsTheCookieIsSecureToo() {
    try (ServedPage page = new ServedPage(URI.create("https://sandboxes.example.com"), null)) {
      HttpResponse<String> answer = page.browser().signIn(page.sessions.codeFor(page.world.ada));

      assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
          .startsWith("__Host-sandboxes=")
          .contains("; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax");
    }
  }

  @Test
  void theCookieHasThePortOfThePublicAddressInItsName() {
    try (ServedPage page = new ServedPage(URI.create("https://sandboxes.example.com:8443"), null)) {
      HttpResponse<String> answer = page.browser().signIn(page.sessions.codeFor(page.world.ada));

      assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
          .startsWith("__Host-sandboxes-8443=");
    }
  }

  @Test
  void twoServersOfOneHostSignNobodyOutOfTheOther() {
    try (ServedPage other = new ServedPage()) {
      Browser browser = PAGE.browserOf(PAGE.world.ada);
      Browser browserOfOther = other.browser();
      browserOfOther.copy(browser);
      browserOfOther.signIn(other.sessions.codeFor(other.world.bob));
      browser.copy(browserOfOther);

      assertThat(browser.get("/").body()).contains("<bdi>Ada</bdi>");
      assertThat(browserOfOther.get("/").body()).contains("<bdi>Bob</bdi>");
    }
  }

  @Test
  void aSessionThatWasGivenBeforePortsWereInNamesStaysGoodUntilItEnds() {
    Browser browser = PAGE.browser();
    String session =
        PAGE.sessions.begin(PAGE.sessions.codeFor(PAGE.world.ada), "a browser").orElseThrow();
    browser.keep("sandboxes", session);
    assertThat(browser.get("/").body()).contains("<bdi>Ada</bdi>");

    browser.submit("/sign-out", Map.of());

    assertThat(browser.get("/").statusCode()).isEqualTo(401);
  }

  @Test
  void signingOutEndsTheSessionForWhoeverHasItsCookie() {
    Browser browser = PAGE.browserOf(PAGE.world.ada);
    Browser thief = PAGE.browser();
    thief.copy(browser);
    assertThat(thief.get("/").statusCode()).isEqualTo(200);

    assertThat(browser.submit("/sign-out", Map.of()).statusCode()).isEqualTo(303);

    assertThat(browser.get("/").statusCode()).isEqualTo(401);
    assertThat(thief.get("/").statusCode()).isEqualTo(401);
  }

  @Test
  void signingInAnewEndsTheSessionBefore() {
    Browser browser = PAGE.browserOf(PAGE.world.ada);
    Browser before = PAGE.browser();
    before.copy(browser);

    browser.signIn(PAGE.sessions.codeFor(PAGE.world.bob));

    assertThat(before.get("/").statusCode()).isEqualTo(401);
    assertThat(browser.get("/").body()).contains("<bdi>Bob</bdi>");
  }
}
