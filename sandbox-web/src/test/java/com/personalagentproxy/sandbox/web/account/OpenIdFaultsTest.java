package com.personalagentproxy.sandbox.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.web.account.FaultyProvider.Fault;
import com.personalagentproxy.sandbox.web.configuration.OpenId;
import com.personalagentproxy.sandbox.web.page.Browser;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider that lies, forgets or is away lets nobody in, and each is told so in a sentence. */
class OpenIdFaultsTest {

  private static final FaultyProvider PROVIDER = new FaultyProvider();

  @RegisterExtension
  static final PeoplesServer SERVER =
      new PeoplesServer(
          () ->
              new OpenId(
                  PROVIDER.issuer(),
                  "sandboxes",
                  new OpenId.ClientSecret("0123456789abcdef0123456789abcdef"),
                  "Example",
                  new OpenId.Join(Optional.of(OpenId.Join.Role.MEMBER), List.of())));

  @AfterEach
  void mend() {
    PROVIDER.commit(Fault.NONE);
    PROVIDER.keepTime(Duration.ZERO);
    PROVIDER.callItself("");
  }

  @AfterAll
  static void stop() {
    PROVIDER.close();
  }

  private static HttpResponse<String> signIn(Browser browser) {
    String page = browser.press("/sign-in", "/openid/sign-in").body();
    return browser.get(
        PROVIDER.signIn(URI.create(Jsoup.parse(page).select("main a").attr("href"))));
  }

  @Test
  void withoutAFaultOneIsSignedIn() {
    Browser browser = SERVER.browser();

    assertThat(signIn(browser).statusCode()).isEqualTo(303);
    assertThat(browser.get("/account").body()).contains("Bob of the provider");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aFaultLetsNobodyIn(Fault fault) {
    PROVIDER.commit(fault);
    Browser browser = SERVER.browser();

    HttpResponse<String> answer = signIn(browser);

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body())
        .contains("What Example said could not be trusted, so nobody was signed in.")
        .doesNotContain("evil.example");
    assertThat(browser.get("/account").statusCode()).isEqualTo(401);
    assertThat(SERVER.members().all()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT45S", "PT-5M-45S"})
  void aClockThatIsALittleOffIsBorne(Duration ahead) {
    PROVIDER.keepTime(ahead);

    assertThat(signIn(SERVER.browser()).statusCode()).isEqualTo(303);
  }

  @Test
  void keysThatWereChangedAreFetched() {
    assertThat(signIn(SERVER.browser()).statusCode()).isEqualTo(303);
    PROVIDER.rotateKeys();

    assertThat(signIn(SERVER.browser()).statusCode()).isEqualTo(303);
  }

  @Test
  void theAnswerOfAnotherProviderIsNotTaken() {
    Browser browser = SERVER.browser();
    String page = browser.press("/sign-in", "/openid/sign-in").body();
    String back = PROVIDER.signIn(URI.create(Jsoup.parse(page).select("main a").attr("href")));

    assertThat(browser.get(back + "&iss=https%3A%2F%2Fevil.example").statusCode()).isEqualTo(403);
    assertThat(browser.get("/account").statusCode()).isEqualTo(401);
  }

  @Test
  void whoTookTooLongBeginsAgain() {
    Browser browser = SERVER.browser();
    String page = browser.press("/sign-in", "/openid/sign-in").body();
    String back = PROVIDER.signIn(URI.create(Jsoup.parse(page).select("main a").attr("href")));
    SERVER.clock.advance(Duration.ofMinutes(15));

    HttpResponse<String> answer = browser.get(back);

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("or it took too long");
  }

  @Test
  void aProviderThatIsAwayOrCallsItselfOtherwiseIsSaidToBeAway() {
    SERVER.clock.advance(Duration.ofHours(2));
    try (FaultyProvider another = new FaultyProvider()) {
      another.callItself("https://evil.example");
      for (URI issuer : List.of(another.issuer(), URI.create("http://127.0.0.1:1"))) {
        OpenIdProvider provider =
            new OpenIdProvider(
                new OpenId(
                    issuer,
                    "sandboxes",
                    null,
                    "Example",
                    new OpenId.Join(Optional.empty(), List.of())));

        assertThat(
                provider
                    .leave(
                        "state",
                        new OpenIdProvider.Secrets("nonce", "v".repeat(43)),
                        URI.create("http://127.0.0.1/openid/callback"),
                        SERVER.clock.instant())
                    .toString())
            .contains("Example gives no answer just now. Try again in a few minutes");
      }
    }
  }
}
