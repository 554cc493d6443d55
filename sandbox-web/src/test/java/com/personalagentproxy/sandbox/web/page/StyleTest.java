package com.personalagentproxy.sandbox.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StyleTest {

  private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)}");

  /** Rules in a block of their own, such as those for narrow windows. */
  private static final Pattern BLOCK = Pattern.compile("@[^{}]+\\{(?:[^{}]*\\{[^{}]*})*[^{}]*}");

  /** Else one has to read all to know how a thing looks, and what comes later wins unseen. */
  @Test
  void howAThingLooksIsSaidInOnePlace() throws IOException {
    List<String> ruled = new ArrayList<>();
    Matcher rule = RULE.matcher(BLOCK.matcher(style()).replaceAll(""));
    while (rule.find()) {
      ruled.add(rule.group(1).strip());
    }

    assertThat(ruled).hasSizeGreaterThan(150).doesNotHaveDuplicates();
  }

  /** So that a page that has been looked at in light needs a look in the dark at colours only. */
  @Test
  void inTheDarkOnlyColoursDiffer() throws IOException {
    List<String> dark =
        BLOCK
            .matcher(style())
            .results()
            .map(MatchResult::group)
            .filter(block -> block.contains("prefers-color-scheme"))
            .toList();

    assertThat(dark).hasSize(1);
    String colour = "\\s*--[a-z-]+: #[0-9a-f]{6};";
    assertThat(dark.get(0))
        .matches(
            "@media \\(prefers-color-scheme: dark\\) \\{\\s*:root \\{(?:"
                + colour
                + ")+\\s*}\\s*}");
    assertThat(colours(dark.get(0))).isSubsetOf(colours(BLOCK.matcher(style()).replaceAll("")));
  }

  /** The names of what stands for a colour. */
  private static List<String> colours(String rules) {
    return Pattern.compile("(--[a-z-]+): #[0-9a-f]{6};")
        .matcher(rules)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String style() throws IOException {
    try (InputStream file = Asset.class.getResourceAsStream("style.css")) {
      if (file == null) {
        throw new AssertionError("There is no style.css.");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .replaceAll("(?s)/\\*.*?\\*/", "");
    }
  }
}
