package com.personalagentproxy.sandbox.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.FilePayload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a person does on the pages, with scripts and without, by mouse and by keyboard. */
@Tag("once")
@ExtendWith(OnStage.class)
class DeedsTest {

  private final Stage stage;

  DeedsTest(Stage stage) {
    this.stage = stage;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSandboxIsPutToSleepWokenAndDeleted(boolean scripts) {
    String name = "steered " + scripts;
    String sandbox = new Cast(stage.server(), "An agent, " + name).make(name);
    try (Window window = scripts ? stage.window() : stage.windowWithoutScripts()) {
      window.go("/?search=steered");
      Locator row = window.at("#sandbox-" + sandbox);

      window.at("#move-" + sandbox).click();
      assertThat(window.at("#said")).containsText("“" + name + "” is asleep. Its files are kept.");
      assertThat(row).containsText("asleep");
      assertThat(window.page()).hasURL(stage.url() + "/?search=steered");
      window.at("#move-" + sandbox).click();
      assertThat(window.at("#said")).containsText("“" + name + "” is awake.");
      window.at("#delete-" + sandbox).click();
      assertThat(window.at("main")).containsText("All its files are lost, for good.");
      window.at("text=Keep it").click();
      assertThat(row).isVisible();
      window.at("#delete-" + sandbox).click();
      window.at("button.danger").click();
      assertThat(window.at("#said")).containsText("“" + name + "” is deleted");
      assertThat(row).hasCount(0);
    }
  }

  @Test
  void whoPutsASandboxToSleepThatATaskUsesIsToldWhatThatDoes() {
    Cast agent = new Cast(stage.server(), "An agent that is interrupted");
    String sandbox = agent.make("in use");
    agent.run(agent.task("Something important"), "in use", "true");
    try (Window window = stage.window()) {
      window.go("/");

      window.at("#move-" + sandbox).click();

      assertThat(window.at("main")).containsText("Something important");
      assertThat(window.at("main")).containsText("What it runs there now is ended");
      window.at("main button").click();
      assertThat(window.at("#said")).containsText("“in use” is asleep.");
    }
  }

  @Test
  void theListIsSearchedWhileOneTypes() {
    Cast agent = new Cast(stage.server(), "An agent of two names");
    String found = agent.make("needle one");
    String other = agent.make("hay");
    try (Window window = stage.window()) {
      window.go("/");

      window.at("#search").pressSequentially("needle");

      assertThat(window.at("#sandbox-" + other)).hasCount(0);
      assertThat(window.at("#sandbox-" + found)).isVisible();
      assertThat(window.at("#search")).isFocused();
      window.at("#state").selectOption("lost");
      assertThat(window.at("#list")).containsText("No sandbox fits.");
    }
  }

  @Test
  void everythingIsReachedByKeyboard() {
    String sandbox = new Cast(stage.server(), "An agent for the keyboard").make("by keyboard");
    try (Window window = stage.window()) {
      window.go("/?search=by+keyboard");
      List<String> reached = new ArrayList<>();
      for (int presses = 0; presses < 25; presses++) {
        window.page().keyboard().press("Tab");
        reached.add(
            (String)
                window
                    .page()
                    .evaluate(
                        "document.activeElement.id || document.activeElement.textContent.trim()"));
      }

      assertThat(reached)
          .containsSubsequence(
              "Skip to the content",
              "Sandboxes",
              "Tasks",
              "search",
              "state",
              "open-" + sandbox,
              "move-" + sandbox,
              "delete-" + sandbox);
      window.at("#move-" + sandbox).focus();
      window.page().keyboard().press("Enter");
      assertThat(window.at("#said")).containsText("“by keyboard” is asleep.");
      assertThat(window.at("#move-" + sandbox)).isFocused();
      window.at("details.menu summary").focus();
      window.page().keyboard().press("Enter");
      assertThat(window.at("text=Sign out")).isVisible();
      window.page().keyboard().press("Escape");
      assertThat(window.at("text=Sign out")).isHidden();
      assertThat(window.at("details.menu summary")).isFocused();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filesAreBroughtLookedAtAndFetched(boolean scripts) throws IOException {
    String sandbox =
        new Cast(stage.server(), "An agent with files " + scripts).make("files " + scripts);
    try (Window window = scripts ? stage.window() : stage.windowWithoutScripts()) {
      window.go("/sandboxes/" + sandbox);
      window.at("main .pager a").first().click();
      window
          .at("#file")
          .setInputFiles(
              new FilePayload(
                  "<b>hello.txt", "text/plain", "Grüße\n".getBytes(StandardCharsets.UTF_8)));
      window.at("main form button").last().click();

      assertThat(window.at("#said")).containsText("“<b>hello.txt” is there (8 bytes).");
      window.at("td >> nth=0").waitFor();
      window.at("th a").first().click();
      assertThat(window.at("main pre")).hasText("Grüße");
      Download download = window.page().waitForDownload(() -> window.at("text=Download").click());
      try (InputStream content = download.createReadStream()) {
        assertThat(new String(content.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("Grüße\n");
      }
    }
  }

  @Test
  void lookingAtTheFilesOfASleepingSandboxDoesNotWakeItUntilOneSaysSo() {
    Scene scene = Scene.on(stage);
    try (Window window = stage.window()) {
      window.go("/sandboxes/" + scene.asleep());
      assertThat(window.at("main .title").first()).containsText("asleep");

      window.go("/sandboxes/" + scene.asleep() + "/files");

      assertThat(window.at("main")).containsText("can be looked at while it is awake");
      window.go("/sandboxes/" + scene.asleep());
      assertThat(window.at("main .title").first()).containsText("asleep");
      window.go("/sandboxes/" + scene.asleep() + "/files?path=notes");
      window.at("main form button").click();
      assertThat(window.at("main table")).containsText("today.txt");
      window.go("/sandboxes/" + scene.asleep());
      window.at("main >> text=Sleep").first().click();
      assertThat(window.at("#said")).containsText("is asleep");
    }
  }

  @Test
  void whatAnAgentStoredNeverRuns() {
    Scene scene = Scene.on(stage);
    try (Window window = stage.window()) {
      window
          .page()
          .onDialog(
              dialog -> {
                throw new AssertionError("A script ran.");
              });
      Response picture = window.go("/sandboxes/" + scene.busy() + "/picture?path=picture.svg");

      assertThat(picture.headers().get("content-security-policy")).contains("sandbox");
      assertThat(picture.headers()).containsEntry("x-content-type-options", "nosniff");
      window.forgive();
      for (String path :
          List.of(
              "/",
              "/activity",
              "/tasks",
              "/sandboxes/" + scene.hostile(),
              "/sandboxes/" + scene.busy() + "/files")) {
        window.go(path);
        assertThat(window.at("main script, main img, main b")).hasCount(0);
      }
      window.go("/sandboxes/" + scene.hostile());
      assertThat(window.at("h1")).hasText("'\"><script>alert(2)</script>");
    }
  }

  @Test
  void theHistoryIsFilteredAndExported() {
    Scene scene = Scene.on(stage);
    try (Window window = stage.window()) {
      window.go("/activity?sandbox=" + scene.busy());
      assertThat(window.at("main")).containsText("git --version");
      assertThat(window.at("#sandbox")).hasValue(scene.busy());
      window.at("#deed").focus();
      window.at("#deed").selectOption("create");
      assertThat(window.at(".entries > li")).hasCount(1);
      assertThat(window.at("#deed")).isFocused();
      window.settled();
      window.at("#agent").selectOption("Ada's phone");
      assertThat(window.at("main")).containsText("Nothing fits.");
      assertThat(window.at("#sandbox")).hasValue(scene.busy());
      window.settled();
      window.at("#sandbox").selectOption("weekly report");
      assertThat(window.at(".entries > li")).hasCount(1);
      Download download = window.page().waitForDownload(() -> window.at("text=As CSV").click());
      assertThat(download.suggestedFilename()).isEqualTo("activity.csv");
    }
  }

  @Test
  void anAgentGetsASettingOfItsOwn() {
    Cast agent = new Cast(stage.server(), "An agent that is set apart");
    try (Window window = stage.window()) {
      window.go("/connections");
      window.at("details.more summary").first().click();
      Locator form =
          window
              .at(".agents form")
              .filter(new Locator.FilterOptions().setHasText("An agent that is set apart"))
              .first();

      form.locator("select[name=delete]").selectOption("true");
      form.locator("button").click();

      assertThat(window.at("#said"))
          .containsText("What “An agent that is set apart” may do is changed.");
      assertThat(form.locator("select[name=delete]")).hasValue("true");
      String made = agent.make("set apart");
      JsonNode unused = agent.call("sandboxes_delete", Map.of("sandbox", "set apart"));
      window.go("/sandboxes/" + made);
      assertThat(window.at("h1")).hasText("That did not work");
      window.forgive();
    }
  }

  @Test
  void aPageIsLight() {
    Scene unused = Scene.on(stage);
    try (Window window = stage.window()) {
      List<Integer> sizes = new ArrayList<>();
      window
          .page()
          .onResponse(
              response -> {
                if (!response.url().contains("/changes")) {
                  sizes.add(response.body().length);
                }
              });
      window.go("/");
      window.page().waitForTimeout(200);

      assertThat(sizes.stream().mapToInt(each -> each).sum()).isBetween(10_000, 150 * 1024);
    }
  }
}
