package com.personalagentproxy.sandbox.web.docs;

import com.personalagentproxy.sandbox.docs.Chapter;
import com.personalagentproxy.sandbox.web.page.Frame;
import java.util.List;

/**
 * A page of the documentation, with the list of all.
 *
 * @param body its HTML, made from our own text
 */
public record DocsPage(Chapter chapter, List<Chapter> chapters, String body) {

  public DocsPage {
    chapters = List.copyOf(chapters);
  }

  /** What is around it: the same for everybody, signed in or not. */
  public Frame frame() {
    return Frame.ofNobody(chapter.title());
  }
}
