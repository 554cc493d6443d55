package com.personalagentproxy.sandbox.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The book that the build has made of this checkout's pages. */
class BookTest {

  private final Book book = new Book();

  @Test
  void everyPageOfTheCheckoutIsInIt() throws IOException {
    Path docs = Path.of("..", "docs");
    try (Stream<Path> files = Files.walk(docs)) {
      List<String> addresses =
          files
              .filter(file -> file.toString().endsWith(".md"))
              .map(file -> DocsAddress.of(docs.relativize(file).toString()))
              .toList();
      assertThat(book.chapters())
          .extracting(Chapter::address)
          .containsExactlyInAnyOrderElementsOf(addresses);
    }
  }

  @Test
  void theIndexIsTheFirst() {
    assertThat(book.chapters().get(0)).isEqualTo(new Chapter("", "Documentation"));
    assertThat(book.chapters().get(0).link()).isEqualTo("/docs");
  }

  @Test
  void aPageIsHtmlAlready() {
    Chapter start = book.chapter("start").orElseThrow();

    assertThat(book.html(start)).startsWith("<h1 id=\"start\">Start</h1>");
  }

  @Test
  void picturesAndDescriptionsAreAsInTheCheckout() throws IOException {
    assertThat(book.asset("pictures/states.svg"))
        .isEqualTo(Files.readString(Path.of("..", "docs", "pictures", "states.svg")));
    assertThat(Book.description()).startsWith("openapi:");
  }

  @Test
  void nothingElseIsGivenOut() {
    assertThat(book.asset("start.html")).isNull();
    assertThat(book.asset("../Book.class")).isNull();
    assertThat(book.asset("start.md")).isNull();
    assertThat(book.chapter("nothing")).isEmpty();
  }
}
