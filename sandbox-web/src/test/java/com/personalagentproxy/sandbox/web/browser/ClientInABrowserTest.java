package com.personalagentproxy.sandbox.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.io.IOException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What only a browser can tell: whether it lets a client in a page get a token. */
@Tag("once")
@ExtendWith(OnStage.class)
class ClientInABrowserTest {

  private final Stage stage;

  ClientInABrowserTest(Stage stage) {
    this.stage = stage;
  }

  @Test
  void aPageOfAnotherOriginIsLetInByAWindowInWhichThePersonSignsInFirst() throws IOException {
    try (ClientPage client = new ClientPage(stage.url());
        Window window = stage.strangersWindow(Stage.WIDE, false)) {
      Page page = window.page().context().newPage();
      page.navigate(client.url());

      Page popup = page.waitForPopup(() -> page.locator("button").click());
      popup.locator("main a:has-text('Sign in')").click();
      popup.waitForURL("**/sign-in?*");
      popup.navigate(stage.server().server().signInLink().toString());
      popup.locator("main button").click();
      popup.locator("button[value=allow]").click();

      assertThat(page.locator("output"))
          .hasText(
              Pattern.compile("sbx_oauth_\\S+"),
              new LocatorAssertions.HasTextOptions().setTimeout(30_000));
    }
  }
}
