package com.personalagentproxy.sandbox.docs.render;

import java.util.List;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** The dialect of the pages: CommonMark with tables, and headings that links can name. */
final class Markdown {

  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());
  private static final Parser PARSER =
      Parser.builder()
          .extensions(EXTENSIONS)
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(EXTENSIONS)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .attributeProviderFactory(context -> Markdown::attributes)
          .build();

  private Markdown() {}

  static Node read(String markdown) {
    return PARSER.parse(markdown);
  }

  static String html(Node page) {
    return RENDERER.render(page);
  }

  /** What is wider than a phone can be scrolled, also by keyboard. */
  private static void attributes(Node node, String tag, Map<String, String> attributes) {
    if (tag.equals("pre")) {
      attributes.put("tabindex", "0");
    }
  }
}
