package com.personalagentproxy.sandbox.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;

/** A look at a page that is open, in light and dark, wide and on a phone. */
final class Look {

  /** From the narrowest that WCAG asks for: a wide window, enlarged four times. */
  private static final List<Integer> WIDTHS = List.of(320, Stage.PHONE, 768, Stage.WIDE, 1440);

  private Look() {}

  /**
   * Draws it as it is, since a page that shows something once can't be asked for again; it has to
   * fit, and axe to find nothing.
   *
   * @param word what its pictures are called
   */
  static void at(Window window, String word) {
    Page page = window.page();
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      for (int width : List.of(Stage.WIDE, Stage.PHONE)) {
        page.setViewportSize(width, 800);
        page.screenshot(
            new Page.ScreenshotOptions().setFullPage(true).setPath(picture(word, width, scheme)));
      }
      assertThat(new AxeBuilder(page).analyze().getViolations().stream().map(Look::told).toList())
          .as("what axe finds in %s, %s", word, scheme)
          .isEmpty();
    }
    assertThat(tooNarrow(page)).as("widths that %s doesn't fit", word).isEmpty();
    page.setViewportSize(Stage.WIDE, 800);
  }

  static Path picture(String word, int width, ColorScheme scheme) {
    return Path.of(
        "target",
        "screenshots",
        "%s-%s-%s.png"
            .formatted(
                word,
                width == Stage.WIDE ? "wide" : "phone",
                scheme == ColorScheme.DARK ? "dark" : "light"));
  }

  /** Those of the usual widths at which one would have to scroll sideways. */
  static List<Integer> tooNarrow(Page page) {
    return WIDTHS.stream()
        .filter(
            width -> {
              page.setViewportSize(width, 800);
              return !(Boolean)
                  page.evaluate(
                      "document.documentElement.scrollWidth <= document.documentElement.clientWidth");
            })
        .toList();
  }

  /** What axe found, for a person. */
  static String told(Rule rule) {
    return rule.getId()
        + ": "
        + rule.getHelp()
        + " "
        + rule.getNodes().stream()
            .map(node -> node.getHtml() + " " + node.getFailureSummary())
            .toList();
  }
}
