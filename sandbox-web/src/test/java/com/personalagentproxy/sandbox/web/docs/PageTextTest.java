package com.personalagentproxy.sandbox.web.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageTextTest {

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
    assertThat(new PageText("start.md", "# The `dev` *backend*\n\n## Other").title())
        .isEqualTo("The dev backend");
  }

  private static String html(String file, String markdown) {
    return new PageText(file, markdown).html();
  }
}
