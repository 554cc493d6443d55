package com.personalagentproxy.sandbox.docs.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageTest {

  @Test
  void linksBetweenPagesBecomeAddressesOfTheServer() {
    assertThat(
            html("start.md", "[a](concepts.md) [b](concepts.md#leases) [c](decisions/README.md)"))
        .contains("href=\"/docs/concepts\"")
        .contains("href=\"/docs/concepts#leases\"")
        .contains("href=\"/docs/decisions\"");
  }

  @Test
  void linksAreTakenFromTheFolderThatThePageIsIn() {
    assertThat(html("decisions/README.md", "[a](0001-x.md) [b](../rules.md)"))
        .contains("href=\"/docs/decisions/0001-x\"")
        .contains("href=\"/docs/rules\"");
  }

  @Test
  void aLinkToAFileThatTheServerDoesNotHaveIsLeftAsItsWords() {
    assertThat(html("embedding.md", "See [an *example*](../sandbox-domain/Example.java)."))
        .isEqualTo("<p>See an <em>example</em>.</p>\n");
  }

  @Test
  void linksToElsewhereAndWithinThePageStayAsTheyAre() {
    assertThat(html("start.md", "[a](https://example.com/x.md) [b](#below)"))
        .contains("href=\"https://example.com/x.md\"")
        .contains("href=\"#below\"");
  }

  @Test
  void htmlInAPageIsShownAndNotTakenForMarkup() {
    assertThat(html("start.md", "<script>alert(1)</script>\n\n[a](javascript:alert)"))
        .contains("&lt;script&gt;")
        .doesNotContain("<script")
        .doesNotContain("javascript:");
  }

  @Test
  void aPageIsCalledAfterItsFirstHeading() {
    assertThat(new Page("start.md", "# The `dev` *backend*\n\n## Other").title())
        .isEqualTo("The dev backend");
  }

  @Test
  void aPageOfManyPartsBeginsWithTheListOfThem() {
    assertThat(html("start.md", "# Start\n\nWords.\n\n## A `b`\n\n## C\n\n## D\n\n## E\n\n## F\n"))
        .startsWith(
            "<h1 id=\"start\">Start</h1>\n<nav class=\"contents\" aria-label=\"On this page\">")
        .contains(
            "<li><a href=\"#a-b\">A <code>b</code></a></li>", "<li><a href=\"#f\">F</a></li>");
    assertThat(html("start.md", "# Start\n\n## A\n\n## B\n")).doesNotContain("<nav");
  }

  private static String html(String file, String markdown) {
    return new Page(file, markdown).html();
  }
}
