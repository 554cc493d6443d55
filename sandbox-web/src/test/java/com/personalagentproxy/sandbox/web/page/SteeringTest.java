package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Caller;
import com.personalagentproxy.sandbox.access.Action;
import com.personalagentproxy.sandbox.access.Person;
import com.personalagentproxy.sandbox.world.World;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SteeringTest {

  /** The addresses of pages about people, which have tests of their own. */
  private static final String PEOPLES =
      ".*(AGENT|REVOKE|ORGANIZATION|EXPERIMENT|ROLE|REMOVE|MEMBER|INVIT|LEFT_BEHIND|CLEAR|ACCOUNT|PERSON|SESSION|EVERYWHERE|LINK|JOIN|PROVIDER|IDENTITY).*|.*CHANGES";

  private final ServedPage page = new ServedPage();
  private final World world = page.world;
  private final Caller caller = world.start(world.laptop, "Fix the flaky test");
  private final String sandbox = world.make(caller, "build").id().toString();
  private final String own = world.ownConnection(caller).id().toString();
  private final String shared = world.sharedConnection().id().toString();

  @AfterEach
  void stop() {
    page.close();
  }

  @Test
  void deletingAsksFirstAndNamesWhatIsLostAndWhoUsesIt() {
    world.run(caller, "build", "true").orElseThrow();

    String body = page.browserOf(world.ada).get("/sandboxes/" + sandbox + "/delete").body();

    assertThat(body)
        .contains(
            "<bdi>“build”</bdi>?",
            "All its files are lost",
            "<bdi>“Fix the flaky test”</bdi> (agent <bdi>Ada's laptop</bdi>) is using it");
    assertThat(isThere()).isTrue();
  }

  @Test
  void whoSaysYesDeletesIt() {
    Browser browser = page.browserOf(world.ada);

    HttpResponse<String> answer =
        browser.press("/sandboxes/" + sandbox + "/delete", "/sandboxes/" + sandbox + "/delete");

    assertThat(answer.statusCode()).isEqualTo(303);
    assertThat(browser.get(answer.headers().firstValue("Location").orElseThrow()).body())
        .contains("“build” is deleted, with all its files.")
        .doesNotContain("<bdi>build</bdi>");
    assertThat(isThere()).isFalse();
  }

  @Test
  void deletingWhatIsGoneSaysSo() {
    Browser browser = page.browserOf(world.ada);
    browser.submit("/sandboxes/" + sandbox + "/delete", Map.of());

    HttpResponse<String> answer = browser.submit("/sandboxes/" + sandbox + "/delete", Map.of());

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("That sandbox isn't there any more.");
  }

  @Test
  void aFormWithoutTheSessionsTokenChangesNothing() {
    Browser browser = page.browserOf(world.ada);
    String another = page.browserOf(world.ada).formToken();

    for (Map<String, String> fields :
        List.of(Map.<String, String>of(), Map.of("form_token", another))) {
      HttpResponse<String> answer = browser.post("/sandboxes/" + sandbox + "/delete", fields);

      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("Nothing was changed.");
    }
    assertThat(isThere()).isTrue();
    assertThat(browser.post("/sign-out", Map.of()).statusCode()).isEqualTo(403);
    assertThat(browser.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void whatAgentsMayDoIsSwitchedAtOnce() {
    Browser browser = page.browserOf(world.ada);
    assertThat(mayDelete()).isFalse();

    HttpResponse<String> on = browser.press("/connections", "/connections/" + own + "/delete");

    assertThat(on.statusCode()).isEqualTo(303);
    assertThat(browser.get(on.headers().firstValue("Location").orElseThrow()).body())
        .contains(
            "“delete” is on on “Sandboxes of Ada”.",
            "all files in a deleted sandbox are gone for good");
    assertThat(mayDelete()).isTrue();
    browser.press("/connections", "/connections/" + own + "/delete");
    assertThat(mayDelete()).isFalse();
  }

  @Test
  void whatIsOnWithoutSeeingIsSaidToBeWithoutEffect() {
    Browser browser = page.browserOf(world.ada);

    browser.submit("/connections/" + shared + "/use", Map.of("on", "true"));

    assertThat(browser.get("/connections").body()).contains("without effect while “see” is off");
  }

  @Test
  void aMemberSeesTheOrganizationsSettingsAndCannotChangeThem() {
    Browser browser = page.browserOf(world.bob);

    assertThat(browser.get("/connections").body())
        .contains("Only an owner of the organization may change this.")
        .doesNotContain("action=\"/connections/" + shared);
    HttpResponse<String> answer =
        browser.submit("/connections/" + shared + "/see", Map.of("on", "true"));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("Only an owner of the organization may change");
  }

  @Test
  void withTheExperimentOffNothingIsSteeredAndThePageSaysWhy() {
    Browser browser = page.browserOf(world.ada);
    world.experiments.turnOff(world.organization);

    for (String form :
        List.of("/sandboxes/" + sandbox + "/delete", "/connections/" + own + "/delete")) {
      HttpResponse<String> answer = browser.post(form, fields(browser, world.ada));

      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("the experiment “sandboxes” off");
    }
    world.experiments.turnOn(world.organization);
    assertThat(isThere()).isTrue();
    assertThat(mayDelete()).isFalse();
  }

  @Test
  void aSettingThatIsNoneIsRefused() {
    Browser browser = page.browserOf(world.ada);

    assertThat(browser.submit("/connections/" + own + "/fly", Map.of("on", "true")).statusCode())
        .isEqualTo(400);
    assertThat(browser.submit("/connections/" + own + "/use", Map.of("on", "maybe")).statusCode())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = PEOPLES)
  void nobodyGetsNowhereButToSigningIn(PageRoute route) {
    HttpResponse<String> answer = ask(page.browser(), route, Map.of("form_token", "guessed"));

    switch (route.whom()) {
      case SIGNED_IN -> assertThat(answer.statusCode()).isEqualTo(401);
      case EVERYBODY -> assertThat(answer.statusCode()).isIn(200, 403);
    }
    assertThat(answer.body()).doesNotContain("build");
    assertThat(isThere()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = PEOPLES)
  void whoIsSignedInGetsEverywhere(PageRoute route) {
    Browser browser = page.browserOf(world.ada);

    HttpResponse<String> answer = ask(browser, route, fields(browser, world.ada));

    switch (route) {
      // The machines in memory have no shell.
      case FILES, FILE, PICTURE, DOWNLOAD ->
          assertThat(answer.body()).contains("That did not work");
      case UPLOAD -> assertThat(answer.body()).contains("There is no file in it");
      default -> assertThat(answer.statusCode()).isIn(200, 303);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = PEOPLES)
  void aPersonOfAnotherOrganizationFindsNothingOfIt(PageRoute route) {
    Browser browser = page.browserOf(page.mallory);

    HttpResponse<String> answer = ask(browser, route, fields(browser, page.mallory));

    switch (route) {
      case SANDBOX,
          ASK_BEFORE_SLEEP,
          SLEEP,
          WAKE,
          ASK_BEFORE_DELETE,
          DELETE,
          FILES,
          FILE,
          PICTURE,
          DOWNLOAD,
          UPLOAD,
          SWITCH ->
          assertThat(answer.statusCode()).isEqualTo(404);
      case LIST, TASKS, ACTIVITY, ACTIVITY_CSV, CONNECTIONS, OFFER_SIGN_IN, ASSET ->
          assertThat(answer.statusCode()).isEqualTo(200);
      case SIGN_IN, SIGN_OUT -> assertThat(answer.statusCode()).isEqualTo(303);
      default -> throw new AssertionError("Nobody says what a stranger gets at " + route);
    }
    assertThat(answer.body()).doesNotContain("<bdi>build</bdi>", "Fix the flaky test");
    assertThat(isThere()).isTrue();
    assertThat(mayDelete()).isFalse();
  }

  @Test
  void aMembersOwnSandboxesAreNotThereForAnotherMember() {
    Browser browser = page.browserOf(world.bob);

    assertThat(browser.get("/").body()).doesNotContain("<bdi>build</bdi>");
    assertThat(browser.submit("/sandboxes/" + sandbox + "/delete", Map.of()).statusCode())
        .isEqualTo(404);
    assertThat(isThere()).isTrue();
  }

  private Map<String, String> fields(Browser browser, Person person) {
    return Map.of(
        "form_token", browser.formToken(), "on", "true", "code", page.sessions.codeFor(person));
  }

  private HttpResponse<String> ask(Browser browser, PageRoute route, Map<String, String> fields) {
    String path =
        route
            .path()
            .replace("{sandbox}", sandbox)
            .replace("{connection}", own)
            .replace("{action}", "delete")
            .replace("/assets/{print}/{file}", Asset.STYLE.address());
    return route.isForm() ? browser.post(path, fields) : browser.get(path);
  }

  private boolean isThere() {
    return !world.console.list(world.ada, null, "build", null).orElseThrow().sandboxes().isEmpty();
  }

  private boolean mayDelete() {
    return world.console.connections(world.ada).orElseThrow().stream()
        .anyMatch(each -> each.settings().getOrDefault(Action.DELETE, false));
  }
}
