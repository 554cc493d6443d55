package com.personalagentproxy.sandbox.docs.render;

import com.personalagentproxy.sandbox.docs.DocsAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;

/**
 * One page in Markdown, and what it is as HTML. Links between pages become the addresses that the
 * server has them at; HTML in the text is shown, never taken for markup.
 *
 * @param file its own, below the folder of the docs, such as {@code decisions/README.md}
 * @param markdown what is in it
 */
record Page(String file, String markdown) {

  private static final Pattern ANCHOR = Pattern.compile("<h[1-6] id=\"([^\"]+)\">");
  private static final Pattern PART = Pattern.compile("<h2 id=\"([^\"]+)\">(.*?)</h2>");
  private static final int PARTS_THAT_NEED_CONTENTS = 5;

  /**
   * A heading, a link or a picture on the page.
   *
   * @param line where it is, the first being 1
   * @param kind what it is
   * @param target where it leads; a heading has none
   * @param words what is read there
   */
  record Mark(int line, Kind kind, String target, String words) {}

  /** What a mark is. */
  enum Kind {
    TITLE,
    HEADING,
    LINK,
    PICTURE
  }

  /** Where the server has it below {@code /docs}; the index's is empty. */
  String address() {
    return DocsAddress.of(file);
  }

  /** What the page is called: its first heading. */
  String title() {
    return marks().stream()
        .filter(mark -> mark.kind() == Kind.TITLE || mark.kind() == Kind.HEADING)
        .findFirst()
        .map(Mark::words)
        .orElse("");
  }

  /** The body of the page; one of many parts begins with the list of them. */
  String html() {
    Node page = Markdown.read(markdown);
    page.accept(new Relinking());
    String html = Markdown.html(page);
    List<String> parts =
        PART.matcher(html)
            .results()
            .map(
                part -> "<li><a href=\"#%s\">%s</a></li>\n".formatted(part.group(1), part.group(2)))
            .toList();
    if (parts.size() < PARTS_THAT_NEED_CONTENTS) {
      return html;
    }
    int afterTitle = html.indexOf("</h1>\n") + "</h1>\n".length();
    return html.substring(0, afterTitle)
        + "<nav class=\"contents\" aria-label=\"On this page\">\n<ul>\n"
        + String.join("", parts)
        + "</ul>\n</nav>\n"
        + html.substring(afterTitle);
  }

  /** The places on it that a link can name. */
  Set<String> anchors() {
    return ANCHOR
        .matcher(Markdown.html(Markdown.read(markdown)))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  /** The files of the pages that it has links to, in their order. */
  List<String> links() {
    return marks().stream()
        .filter(mark -> mark.kind() == Kind.LINK)
        .map(mark -> DocsAddress.target(file, mark.target()))
        .flatMap(Optional::stream)
        .filter(target -> target.endsWith(".md"))
        .toList();
  }

  /** Its headings, links and pictures, in their order. */
  List<Mark> marks() {
    List<Mark> marks = new ArrayList<>();
    Markdown.read(markdown).accept(new Marking(marks));
    return marks;
  }

  private static String words(Node of) {
    StringBuilder words = new StringBuilder();
    of.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text text) {
            words.append(text.getLiteral());
          }

          @Override
          public void visit(Code code) {
            words.append(code.getLiteral());
          }
        });
    return words.toString();
  }

  /** Writes down what is to be looked at. */
  private static final class Marking extends AbstractVisitor {
    private final List<Mark> marks;

    Marking(List<Mark> marks) {
      this.marks = marks;
    }

    @Override
    public void visit(Heading heading) {
      add(heading, heading.getLevel() == 1 ? Kind.TITLE : Kind.HEADING, "");
    }

    @Override
    public void visit(Link link) {
      add(link, Kind.LINK, link.getDestination());
    }

    @Override
    public void visit(Image image) {
      add(image, Kind.PICTURE, image.getDestination());
    }

    private void add(Node node, Kind kind, String target) {
      List<SourceSpan> spans = node.getSourceSpans();
      int line = spans.isEmpty() ? 1 : spans.get(0).getLineIndex() + 1;
      marks.add(new Mark(line, kind, target, words(node)));
      visitChildren(node);
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
}
