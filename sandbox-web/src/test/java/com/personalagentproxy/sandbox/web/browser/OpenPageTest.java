package com.personalagentproxy.sandbox.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.personalagentproxy.sandbox.web.command.WholeServer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of an open page when something happens behind it. */
@Tag("once")
@ExtendWith(OnStage.class)
class OpenPageTest {

  private static final double PATIENCE = 60_000;

  /** Of servers of their own; the second finds the database of the first. */
  @TempDir private static Path home;

  private final Stage stage;

  OpenPageTest(Stage stage) {
    this.stage = stage;
  }

  @Test
  void whenTheServerIsStartedAnewThePageSaysSoAndChangesComeAgainByThemselves() {
    WholeServer first = new WholeServer(home);
    String url = first.server().url().toString();
    try (Window window = signedIn(first)) {
      String sandbox = new Cast(first, "An agent before").make("before");
      assertThat(window.at("#sandbox-" + sandbox)).isVisible(visible());
      assertThat(window.at("#away")).isHidden();

      first.close();

      assertThat(window.at("#away")).isVisible(visible());
      try (WholeServer second =
          new WholeServer(home, Map.of("SANDBOX_PORT", url.replaceAll(".*:", "")))) {
        assertThat(window.at("#away"))
            .isHidden(new LocatorAssertions.IsHiddenOptions().setTimeout(PATIENCE));
        String after = new Cast(second, "An agent after").make("after");
        assertThat(window.at("#sandbox-" + after)).isVisible(visible());
        assertThat(window.at("#sandbox-" + sandbox)).isVisible();
        window.page().navigate("about:blank");
      }
      assertThat(window.wrong())
          .allMatch(each -> each.contains("net::ERR_") || each.contains("status of 50"));
      window.forgive();
    }
  }

  private static LocatorAssertions.IsVisibleOptions visible() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE);
  }

  /** Some proxies let no answer last: the next stream is there in two seconds. */
  @Test
  void whereAProxyEndsEachStreamNothingIsSaidOfIt() {
    try (Window window = stage.window()) {
      AtomicInteger streams = new AtomicInteger();
      window
          .page()
          .route(
              "**/changes?**",
              route -> {
                streams.incrementAndGet();
                route.fulfill(
                    new Route.FulfillOptions()
                        .setContentType("text/event-stream")
                        .setBody("retry: 2000\n\n"));
              });
      window.go("/");
      seeWhetherItIsSaidToBeAway(window);

      window.page().waitForCondition(() -> streams.get() == 4);

      assertThat(window.page().evaluate("window.saidToBeAway")).isEqualTo(false);
    }
  }

  @Test
  void aPageWhoseStreamIsRefusedIsReadAnewAndDoesNotCallTheServerAway() {
    String sandbox = new Cast(stage.server(), "An agent of the refused").make("refused");
    try (Window window = stage.window();
        Window other = stage.window()) {
      window
          .page()
          .route(
              "**/changes?**", route -> route.fulfill(new Route.FulfillOptions().setStatus(404)));
      window.go("/sandboxes/" + sandbox);
      seeWhetherItIsSaidToBeAway(window);

      other.go("/sandboxes/" + sandbox + "/delete");
      other.at("button.danger").click();

      assertThat(window.at("main"))
          .containsText(
              "That sandbox isn't there any more",
              new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE));
      assertThat(window.page().evaluate("window.saidToBeAway")).isEqualTo(false);
      window.forgive();
    }
  }

  private static void seeWhetherItIsSaidToBeAway(Window window) {
    Object unused =
        window
            .page()
            .evaluate(
                "window.saidToBeAway = false; void new MutationObserver((seen) => {"
                    + " window.saidToBeAway ||= seen.some((each) => !each.target.hidden); })"
                    + ".observe(document.getElementById('away'), { attributeFilter: ['hidden'] })");
  }

  @Test
  void whoSignsOutEverywhereInAnotherWindowIsLedToSignInFromTheOpenPage() {
    WholeServer server = new WholeServer(home);
    String url = server.server().url().toString();
    try (server;
        Window open = signedIn(server);
        Window other = signedIn(server)) {
      open.go("/?search=nothing");
      other.go("/account");

      other.at("text=Sign out everywhere").first().click();

      assertThat(open.at("main .warn"))
          .containsText(
              "You are not signed in here any more",
              new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE));
      assertThat(open.page().url()).isEqualTo(url + "/sign-in?ended=1&then=%2F%3Fsearch%3Dnothing");
      open.page().navigate(server.server().signInLink().toString());
      open.at("main button").click();
      assertThat(open.page()).hasURL(url + "/?search=nothing");
    }
  }

  private Window signedIn(WholeServer server) {
    Window window = stage.strangersWindow(server.server().url().toString());
    window.page().navigate(server.server().signInLink().toString());
    window.at("main button").click();
    window.at("main h1").first().waitFor();
    return window;
  }

  @Test
  void whereMotionIsReducedNothingMoves() {
    try (Window window = stage.windowWithReducedMotion()) {
      window.go("/");

      Object moving =
          window
              .page()
              .evaluate(
                  "document.body.insertAdjacentHTML('beforeend', '<span class=\"state moving\">waking</span>'),"
                      + " document.getAnimations().length");

      assertThat(moving).isEqualTo(0);
    }
  }

  @Test
  void aSandboxIsKeptAndAnAgentIsMadeByKeyboardAlone() {
    String sandbox =
        new Cast(stage.server(), "An agent of the keyboard's").make("kept by keyboard");
    try (Window window = stage.window()) {
      window.go("/?search=kept+by+keyboard");
      window.tabTo("delete-" + sandbox);
      window.press("Enter");
      assertThat(window.at("h1")).hasText("Delete “kept by keyboard”?");
      window.tabTo("Keep it");
      window.press("Enter");
      assertThat(window.at("#sandbox-" + sandbox)).isVisible();

      window.tabTo("Agents");
      window.press("Enter");
      assertThat(window.at("h1")).hasText("Agents");
      window.tabTo("name");
      window.page().keyboard().type("Made by keyboard");
      window.press("Enter");

      assertThat(window.at("h1")).hasText("Agent “Made by keyboard” is added");
    }
  }
}
