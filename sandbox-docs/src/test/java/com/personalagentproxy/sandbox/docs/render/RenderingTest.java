package com.personalagentproxy.sandbox.docs.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderingTest {

  @TempDir private Path checkout;

  @BeforeEach
  void anIndexAndAPage() throws IOException {
    page("docs/README.md", "# All\n\n[Start](start.md), [why](why/README.md)\n");
    page("docs/start.md", "# Start\n\n## First\n");
    page("docs/why/README.md", "# Why\n\n![A box](../box.svg) [here](../start.md#first)\n");
    page("docs/box.svg", "<svg/>");
    page("README.md", "# Top\n\n[Docs](docs/README.md)\n");
  }

  @Test
  void pagesAreWrittenInTheOrderInWhichTheIndexLeadsToThem() throws IOException {
    render();

    assertThat(written("chapters")).isEqualTo("\tAll\nstart\tStart\nwhy\tWhy\n");
    assertThat(written("index.html")).contains("<h1 id=\"all\">All</h1>", "href=\"/docs/why\"");
    assertThat(written("why.html")).contains("src=\"/docs/box.svg\"");
    assertThat(written("box.svg")).isEqualTo("<svg/>");
  }

  @Test
  void whatIsNoPageAnyMoreGoes() throws IOException {
    render();
    page("docs/README.md", "# All\n\n[why](why/README.md)\n");
    page("docs/why/README.md", "# Why\n");
    Files.delete(checkout.resolve("docs/start.md"));
    render();

    assertThat(checkout.resolve("book/start.html")).doesNotExist();
  }

  @Test
  void aLinkThatLeadsToNoPageStopsTheBuild() {
    page("docs/start.md", "# Start\n\nSee\n[there](there.md).\n");

    assertStopped("docs/start.md, line 4: the link to “there.md” leads to no file.");
  }

  @Test
  void aLinkOutOfTheCheckoutStopsTheBuild() {
    page("docs/start.md", "# Start\n\n[out](../../x.md)\n");

    assertStopped("docs/start.md, line 3: the link to “../../x.md” leads to no file.");
  }

  @Test
  void aPlaceThatIsNotOnThePageStopsTheBuild() {
    page("docs/start.md", "# Start\n\n[a](#start) [b](#begin) [c](why/README.md#who)\n");

    assertStopped(
        "docs/start.md, line 3: the link to “#begin” names no heading of that page.\n"
            + "docs/start.md, line 3: the link to “why/README.md#who” names no heading");
  }

  @Test
  void aLinkInATableIsFoundWithItsLine() {
    page("docs/start.md", "# Start\n\n| a | b |\n| --- | --- |\n| c | [d](e.md) |\n");

    assertStopped("docs/start.md, line 5: the link to “e.md” leads to no file.");
  }

  @Test
  void whatIsNoAddressStopsTheBuild() {
    page("docs/start.md", "# Start\n\n[a](javascript:alert) [b](<c d>)\n");

    assertStopped("line 3: “javascript:alert” is no address.\ndocs/start.md, line 3: “c d” is no");
  }

  @Test
  void aPictureThatIsMissingOrSaysNothingStopsTheBuild() {
    page("docs/start.md", "# Start\n\n![A circle](circle.svg) ![](box.svg)\n");

    assertStopped(
        "docs/start.md, line 3: there is no picture “circle.svg”.\n"
            + "docs/start.md, line 3: the picture “box.svg” says nothing to whoever can't see it");
  }

  @Test
  void aPageHasOneTitleAndBeginsWithIt() {
    page("docs/start.md", "Words.\n\n# Start\n");
    assertStopped("docs/start.md, line 3: a page begins with its title");

    page("docs/start.md", "# Start\n\n# Again\n");
    assertStopped("docs/start.md, line 3: a page begins with its title");

    page("docs/start.md", "Words.\n");
    assertStopped("docs/start.md, line 1: a page begins with its title");
  }

  @Test
  void aPageThatNoOtherLeadsToStopsTheBuild() {
    page("docs/lost.md", "# Lost\n");

    assertStopped("docs/lost.md, line 1: no page that the index leads to has a link to this one.");
  }

  @Test
  void thePagesBesideTheDocsAreLookedAtToo() {
    page("README.md", "# Top\n\n[Docs](docs/README.md#none)\n");

    assertStopped("README.md, line 3: the link to “docs/README.md#none” names no heading");
  }

  @Test
  void whatWasWrittenBeforeStaysWhenSomethingIsWrong() throws IOException {
    render();
    page("docs/lost.md", "# Lost\n");

    assertStopped("docs/lost.md");
    assertThat(written("start.html")).contains("Start");
  }

  private void assertStopped(String sentence) {
    assertThatThrownBy(this::render)
        .isInstanceOf(BrokenDocs.class)
        .hasMessageStartingWith("The documentation has to be mended.\n")
        .hasMessageContaining(sentence);
  }

  private void render() throws IOException {
    Rendering.render(checkout.resolve("docs"), checkout.resolve("book"));
  }

  private void page(String file, String text) {
    try {
      Path path = checkout.resolve(file);
      Files.createDirectories(path.resolveSibling(""));
      Files.writeString(path, text);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private String written(String file) throws IOException {
    return Files.readString(checkout.resolve("book").resolve(file));
  }
}
