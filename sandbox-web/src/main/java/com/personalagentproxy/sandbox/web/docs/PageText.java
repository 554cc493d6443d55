package com.personalagentproxy.sandbox.web.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * One page in Markdown, and what it is as HTML. Links between pages become the addresses that the
 * server has them at; HTML in the text is shown, never taken for markup.
 *
 * @param file its own, below the folder of the docs, such as {@code decisions/README.md}
 * @param markdown what is in it
 */
record PageText(String file, String markdown) {

  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder()
          .extensions(EXTENSIONS)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .attributeProviderFactory(context -> PageText::attributes)
          .build();

  /** Where the server has it below {@code /docs}; the index's is empty. */
  String address() {
    return DocsAddress.of(file);
  }

  /** What the page is called: its first heading. */
  String title() {
    StringBuilder title = new StringBuilder();
    PARSER
        .parse(markdown)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Heading heading) {
                if (title.isEmpty()) {
                  heading.accept(new Words(title));
                }
              }
            });
    return title.toString();
  }

  /** The body of the page. */
  String html() {
    Node page = PARSER.parse(markdown);
    page.accept(new Relinking());
    return RENDERER.render(page);
  }

  /** The files of the pages that it has links to, in their order. */
  List<String> links() {
    List<String> links = new ArrayList<>();
    PARSER
        .parse(markdown)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Link link) {
                DocsAddress.target(file, link.getDestination())
                    .filter(target -> target.endsWith(".md"))
                    .ifPresent(links::add);
              }
            });
    return links;
  }

  /** What is wider than a phone can be scrolled, also by keyboard. */
  private static void attributes(Node node, String tag, Map<String, String> attributes) {
    if (tag.equals("pre")) {
      attributes.put("tabindex", "0");
    }
  }

  /**
   * Gives links the addresses that the server has; of those that lead to none it keeps the words.
   */
  private final class Relinking extends AbstractVisitor {
    @Override
    public void visit(Link link) {
      Optional<String> served = DocsAddress.served(file, link.getDestination());
      if (served.isPresent()) {
        link.setDestination(served.get());
        visitChildren(link);
        return;
      }
      while (link.getFirstChild() != null) {
        link.insertBefore(link.getFirstChild());
      }
      link.unlink();
    }

    @Override
    public void visit(Image image) {
      DocsAddress.served(file, image.getDestination()).ifPresent(image::setDestination);
      visitChildren(image);
    }
  }

  /** Collects the words of a heading. */
  private static final class Words extends AbstractVisitor {
    private final StringBuilder words;

    Words(StringBuilder words) {
      this.words = words;
    }

    @Override
    public void visit(Text text) {
      words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
      words.append(code.getLiteral());
    }
  }
}
