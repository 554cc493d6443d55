package com.personalagentproxy.sandbox.web.docs;

import java.util.List;

/**
 * A page of the documentation, with the list of all.
 *
 * @param body its HTML, made from our own text while the jar was built
 */
public record DocsPage(Book.Chapter chapter, List<Book.Chapter> chapters, String body) {

  public DocsPage {
    chapters = List.copyOf(chapters);
  }

  /** What a browser's tab says. */
  public String title() {
    return chapter.address().isEmpty()
        ? "Sandboxes: documentation"
        : chapter.title() + " · Sandboxes";
  }
}
