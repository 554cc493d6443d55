package com.personalagentproxy.sandbox.web.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every page, in light and dark, wide and on a phone: it is drawn, fits, and axe finds nothing. */
@Tag("once")
@ExtendWith(OnStage.class)
class LooksTest {

  private final Stage stage;

  LooksTest(Stage stage) {
    this.stage = stage;
  }

  @ParameterizedTest
  @EnumSource
  void aPageIsFitForEveryone(ShownPage shown) {
    Scene scene = Scene.on(stage);
    SoftAssertions found = new SoftAssertions();
    for (boolean dark : List.of(false, true)) {
      for (int width : List.of(Stage.WIDE, Stage.PHONE)) {
        try (Window window =
            shown.isForStrangers()
                ? stage.strangersWindow(width, dark)
                : stage.window(width, dark)) {
          window.go(shown.address(scene));
          shown.prepare(window);
          window
              .page()
              .screenshot(
                  new Page.ScreenshotOptions()
                      .setFullPage(true)
                      .setPath(
                          Path.of(
                              "target",
                              "screenshots",
                              "%s-%s-%s.png"
                                  .formatted(
                                      shown.word(),
                                      width == Stage.WIDE ? "wide" : "phone",
                                      dark ? "dark" : "light"))));
          if (shown.isAnsweredWithAnError()) {
            window.forgive();
          }
          found
              .assertThat(
                  (Boolean)
                      window
                          .page()
                          .evaluate(
                              "document.documentElement.scrollWidth <="
                                  + " document.documentElement.clientWidth"))
              .as("%s fits the width %s", shown, width)
              .isTrue();
          found
              .assertThat(
                  new AxeBuilder(window.page())
                      .analyze().getViolations().stream().map(LooksTest::told).toList())
              .as("what axe finds in %s, %s wide, dark %s", shown, width, dark)
              .isEmpty();
        }
      }
    }
    found.assertAll();
  }

  private static String told(Rule rule) {
    return rule.getId()
        + ": "
        + rule.getHelp()
        + " "
        + rule.getNodes().stream()
            .map(node -> node.getHtml() + " " + node.getFailureSummary())
            .toList();
  }
}
