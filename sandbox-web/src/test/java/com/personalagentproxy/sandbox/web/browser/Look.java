package com.personalagentproxy.sandbox.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A look at a page that is open, in light and dark, wide and on a phone. */
final class Look {

  /** From the narrowest that WCAG asks for: a wide window, enlarged four times. */
  private static final List<Integer> WIDTHS = List.of(320, Stage.PHONE, 768, Stage.WIDE, 1440);

  /** As high as a window is that is looked at. */
  static final int HEIGHT = 800;

  private Look() {}

  /**
   * Draws it as it is, since a page that shows something once can't be asked for again; it has to
   * fit, and axe to find nothing.
   *
   * @param word what its pictures are called
   */
  static void at(Window window, String word) {
    Page page = window.page();
    for (int width : List.of(Stage.WIDE, Stage.PHONE)) {
      page.setViewportSize(width, HEIGHT);
      assertThat(drawn(page, word, width, width == Stage.PHONE))
          .as("what axe finds in %s", word)
          .isEmpty();
    }
    assertThat(tooNarrow(page)).as("widths that %s doesn't fit", word).isEmpty();
    page.setViewportSize(Stage.WIDE, HEIGHT);
  }

  /**
   * Draws a page of that width in light and dark, and gives what axe finds if it is asked.
   *
   * @param word what its pictures are called
   */
  static List<String> drawn(Page page, String word, int width, boolean byAxe) {
    List<String> found = new ArrayList<>();
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      page.screenshot(
          new Page.ScreenshotOptions().setFullPage(true).setPath(picture(word, width, scheme)));
      if (byAxe) {
        axe(page, scheme).stream().map(each -> scheme + ": " + each).forEach(found::add);
      }
    }
    return found;
  }

  /** What axe finds: in light by all its rules, in the dark by those of colours. */
  private static List<String> axe(Page page, ColorScheme scheme) {
    AxeRunOptions options = new AxeRunOptions();
    options.setResultTypes(List.of("violations"));
    // For frames of other hosts axe opens a second page each time; there are no frames.
    assertThat(page.frames()).hasSize(1);
    AxeBuilder axe = new AxeBuilder(page).options(options).setLegacyMode(true);
    if (scheme == ColorScheme.DARK) {
      // StyleTest holds that nothing else differs there.
      axe.withRules(List.of("color-contrast", "link-in-text-block"));
    }
    return axe.analyze().getViolations().stream().map(Look::told).toList();
  }

  private static Path picture(String word, int width, ColorScheme scheme) {
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
              page.setViewportSize(width, HEIGHT);
              return !(Boolean)
                  page.evaluate(
                      "document.documentElement.scrollWidth <= document.documentElement.clientWidth");
            })
        .toList();
  }

  /** What axe found, for a person. */
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
