package com.personalagentproxy.sandbox.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

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
      Look.at(window, "new-agent");
      window.go("/agents");
      press(window, "Add it");
      Look.at(window, "agents-problem");
      window.forgive();
      window.go("/agents");
      window.at("tr:has-text(\"Ada's desk\") a").click();
      Look.at(window, "revoke-agent");
    }
  }

  @Test
  void somebodyIsInvitedJoinsIsMadeAnOwnerAndRemoved() {
    try (Window window = stage.window();
        Window strangers = stage.strangersWindow(Stage.PHONE, false)) {
      window.go("/organization");
      window.at("#for_whom").fill("Bob, of the office");
      press(window, "Make a link");
      Look.at(window, "new-invitation");
      String link = window.at(".paste pre").innerText();

      strangers.page().navigate(link);
      Look.at(strangers, "join");
      strangers.at("#name").fill("Bob");
      press(strangers, "Join");
      strangers.go("/organization");
      assertThat(strangers.text()).contains("Bob (you)");
      assertThat(strangers.at("main form").count()).isZero();
      Look.at(strangers, "organization-member");

      window.go("/organization");
      assertThat(window.text()).contains("by the invitation for Bob, of the office");
      window.at("tr:has-text('Bob') a:has-text('Make owner')").click();
      Look.at(window, "role");
      press(window, "Make them an owner");
      assertThat(window.at("#said").innerText()).contains("“Bob” is an owner now.");
      Look.at(window, "organization-full");
      window.at("tr:has-text('Bob') a:has-text('Remove')").click();
      Look.at(window, "remove-member");
      press(window, "Remove them");
      assertThat(window.at("#said").innerText()).contains("“Bob” is not in the organization");
      Look.at(window, "organization-former");

      strangers.go("/organization");
      assertThat(strangers.text()).contains("You are not signed in.");
      strangers.page().navigate(link);
      Look.at(strangers, "invitation-over");
      strangers.forgive();
    }
  }

  @Test
  void onesOwnAccountIsKeptAtPhoneWidth() {
    try (Window window = stage.window(Stage.PHONE, true)) {
      window.go("/account");
      window.at("#token_name").fill("backup script");
      press(window, "Make a token");
      Look.at(window, "new-token");
      window.go("/account");
      press(window, "Sign in another browser");
      Look.at(window, "new-link");
      String link = window.at(".paste pre").innerText();
      try (Window other = stage.strangersWindow(Stage.WIDE, false)) {
        other.page().navigate(link);
        Look.at(other, "sign-in-link");
        press(other, "Sign in");
        other.go("/account");
        Look.at(other, "account-full");
        assertThat(other.at("[aria-labelledby=sessions] .on").count()).isEqualTo(1);
        other.at("[aria-labelledby=tokens] li:has-text('backup script') button").click();
        assertThat(other.at("#said").innerText()).contains("is worth nothing any more");
      }
    }
  }
}
