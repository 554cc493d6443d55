package com.personalagentproxy.sandbox.web.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Changes appear in an open page by themselves. */
@Tag("once")
@ExtendWith(OnStage.class)
class LiveTest {

  private final Stage stage;

  LiveTest(Stage stage) {
    this.stage = stage;
  }

  @Test
  void whatAnAgentDoesIsSeenInAnOpenList() {
    Scene scene = Scene.on(stage);
    try (Window window = stage.window()) {
      window.go("/");
      Cast agent = new Cast(stage.server(), "An agent that is watched");
      String task = agent.task("Work while somebody looks");

      String sandbox = agent.make("watched");

      Locator row = window.at("#sandbox-" + sandbox);
      assertThat(row).containsText("awake");
      agent.run(task, "watched", "true");
      assertThat(row).containsText("Work while somebody looks");
      agent.sleep(task, "watched");
      assertThat(row).containsText("asleep");
      assertThat(window.at("#sandbox-" + scene.busy())).isVisible();
    }
  }

  @Test
  void whatOnePersonDoesIsSeenInAnothersWindow() {
    Cast agent = new Cast(stage.server(), "An agent of two windows");
    String sandbox = agent.make("in two windows");
    try (Window acting = stage.window();
        Window looking = stage.window()) {
      acting.go("/");
      looking.go("/");
      Locator row = looking.at("#sandbox-" + sandbox);
      looking.at("#open-" + sandbox).focus();

      acting.at("#move-" + sandbox).click();

      assertThat(acting.at("#said")).containsText("“in two windows” is asleep.");
      assertThat(row).containsText("asleep");
      assertThat(looking.at("#open-" + sandbox)).isFocused();
      acting.at("#delete-" + sandbox).click();
      acting.at("button.danger").click();
      assertThat(row).hasCount(0);
    }
  }
}
