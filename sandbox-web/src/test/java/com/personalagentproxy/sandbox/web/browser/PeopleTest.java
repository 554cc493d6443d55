package com.personalagentproxy.sandbox.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * People and their agents: each deed is done in a browser, and each page that a deed leads to is
 * looked at in light and dark, wide and on a phone.
 */
@Tag("once")
@ExtendWith(OnStage.class)
class PeopleTest {

  private final Stage stage;

  PeopleTest(Stage stage) {
    this.stage = stage;
  }

  /** As it is: a page that shows something once can't be asked for again. */
  private static void look(Window window, String word) {
    Page page = window.page();
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      for (int width : List.of(Stage.WIDE, Stage.PHONE)) {
        page.setViewportSize(width, 800);
        page.screenshot(
            new Page.ScreenshotOptions()
                .setFullPage(true)
                .setPath(
                    Path.of(
                        "target",
                        "screenshots",
                        "%s-%s-%s.png"
                            .formatted(
                                word,
                                width == Stage.WIDE ? "wide" : "phone",
                                scheme == ColorScheme.DARK ? "dark" : "light"))));
        assertThat(
                (Boolean)
                    page.evaluate(
                        "document.documentElement.scrollWidth <="
                            + " document.documentElement.clientWidth"))
            .as("%s fits the width %s", word, width)
            .isTrue();
      }
      assertThat(
              new AxeBuilder(page)
                  .analyze().getViolations().stream()
                      .map(rule -> rule.getId() + ": " + nodes(rule))
                      .toList())
          .as("what axe finds in %s, %s", word, scheme)
          .isEmpty();
    }
    page.setViewportSize(Stage.WIDE, 800);
  }

  private static List<String> nodes(Rule rule) {
    return rule.getNodes().stream()
        .map(node -> node.getHtml() + " " + node.getFailureSummary())
        .toList();
  }

  private static void press(Window window, String button) {
    window.at("main button:has-text(\"" + button + "\")").first().click();
  }

  @Test
  void anAgentIsAddedAndRevokedWithoutScripts() {
    try (Window window = stage.windowWithoutScripts()) {
      window.go("/agents");
      window.at("#name").fill("First agent");
      press(window, "Add it");
      assertThat(window.at("#name-problem").innerText()).startsWith("There is an agent named");
      assertThat(window.at("#name").inputValue()).isEqualTo("First agent");
      window.forgive();
      window.at("#name").fill("<b>Shy</b> agent");
      press(window, "Add it");
      assertThat(window.at("h1").innerText()).isEqualTo("Agent “<b>Shy</b> agent” is added");
      assertThat(window.at(".paste pre").first().innerText()).startsWith("sbx_agent_");

      window.go("/agents");
      window.at("tr:has-text('Shy') a").click();
      press(window, "Revoke it");

      assertThat(window.at("#said").innerText()).contains("has no access any more");
    }
  }

  @Test
  void thePagesAroundAgentsAreFitForEveryone() {
    try (Window window = stage.window()) {
      window.go("/agents");
      window.at("#name").fill("Ada's desk");
      press(window, "Add it");
      window
          .page()
          .evaluate("document.querySelectorAll('main details').forEach(e => { e.open = true; })");
      look(window, "new-agent");
      window.go("/agents");
      press(window, "Add it");
      look(window, "agents-problem");
      window.forgive();
      window.go("/agents");
      window.at("tr:has-text(\"Ada's desk\") a").click();
      look(window, "revoke-agent");
    }
  }

  @Test
  void somebodyIsInvitedJoinsIsMadeAnOwnerAndRemoved() {
    try (Window window = stage.window();
        Window strangers = stage.strangersWindow(Stage.PHONE, false)) {
      window.go("/organization");
      window.at("#for_whom").fill("Bob, of the office");
      press(window, "Make a link");
      look(window, "new-invitation");
      String link = window.at(".paste pre").innerText();

      strangers.page().navigate(link);
      look(strangers, "join");
      strangers.at("#name").fill("Bob");
      press(strangers, "Join");
      strangers.go("/organization");
      assertThat(strangers.text()).contains("Bob (you)");
      assertThat(strangers.at("main form").count()).isZero();
      look(strangers, "organization-member");

      window.go("/organization");
      assertThat(window.text()).contains("by the invitation for Bob, of the office");
      window.at("tr:has-text('Bob') a:has-text('Make owner')").click();
      look(window, "role");
      press(window, "Make them an owner");
      assertThat(window.at("#said").innerText()).contains("“Bob” is an owner now.");
      look(window, "organization-full");
      window.at("tr:has-text('Bob') a:has-text('Remove')").click();
      look(window, "remove-member");
      press(window, "Remove them");
      assertThat(window.at("#said").innerText()).contains("“Bob” is not in the organization");
      look(window, "organization-former");

      strangers.go("/organization");
      assertThat(strangers.text()).contains("You are not signed in.");
      strangers.page().navigate(link);
      look(strangers, "invitation-over");
      strangers.forgive();
    }
  }

  @Test
  void onesOwnAccountIsKeptAtPhoneWidth() {
    try (Window window = stage.window(Stage.PHONE, true)) {
      window.go("/account");
      window.at("#token_name").fill("backup script");
      press(window, "Make a token");
      look(window, "new-token");
      window.go("/account");
      press(window, "Sign in another browser");
      look(window, "new-link");
      String link = window.at(".paste pre").innerText();
      try (Window other = stage.strangersWindow(Stage.WIDE, false)) {
        other.page().navigate(link);
        look(other, "sign-in-link");
        press(other, "Sign in");
        other.go("/account");
        look(other, "account-full");
        assertThat(other.at("[aria-labelledby=sessions] .on").count()).isEqualTo(1);
        other.at("[aria-labelledby=tokens] li:has-text('backup script') button").click();
        assertThat(other.at("#said").innerText()).contains("is worth nothing any more");
      }
    }
  }
}
