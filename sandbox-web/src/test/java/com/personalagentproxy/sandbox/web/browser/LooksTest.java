package com.personalagentproxy.sandbox.web.browser;

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
    try (Window window =
        shown.isForStrangers()
            ? stage.strangersWindow(Stage.WIDE, false)
            : stage.window(Stage.WIDE, false)) {
      for (int width : List.of(Stage.WIDE, Stage.PHONE)) {
        window.page().setViewportSize(width, Look.HEIGHT);
        // Anew for each width: on a phone the page scrolls to its own section when it comes.
        window.go(shown.address(scene));
        shown.prepare(window);
        if (shown.isAnsweredWithAnError()) {
          window.forgive();
        }
        found
            .assertThat(Look.drawn(window.page(), shown.word(), width, true))
            .as("what axe finds in %s, %s wide", shown, width)
            .isEmpty();
      }
      found
          .assertThat(Look.tooNarrow(window.page()))
          .as("widths that %s doesn't fit", shown)
          .isEmpty();
    }
    found.assertAll();
  }
}
