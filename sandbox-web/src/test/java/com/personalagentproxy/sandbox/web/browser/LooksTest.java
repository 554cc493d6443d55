package com.personalagentproxy.sandbox.web.browser;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
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
                          Look.picture(
                              shown.word(), width, dark ? ColorScheme.DARK : ColorScheme.LIGHT)));
          if (shown.isAnsweredWithAnError()) {
            window.forgive();
          }
          found
              .assertThat(
                  new AxeBuilder(window.page())
                      .analyze().getViolations().stream().map(Look::told).toList())
              .as("what axe finds in %s, %s wide, dark %s", shown, width, dark)
              .isEmpty();
          found
              .assertThat(Look.tooNarrow(window.page()))
              .as("widths that %s doesn't fit", shown)
              .isEmpty();
        }
      }
    }
    found.assertAll();
  }
}
