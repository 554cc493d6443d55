package com.personalagentproxy.sandbox.docs.render;

import com.personalagentproxy.sandbox.docs.render.Page.Kind;
import com.personalagentproxy.sandbox.docs.render.Page.Mark;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks for links that lead nowhere, pictures that aren't there or say nothing, and pages without a
 * title.
 */
final class Proofreading {

  private static final Set<String> SCHEMES = Set.of("http", "https", "mailto");

  private final Path checkout;
  private final Map<Path, Page> pages = new TreeMap<>();

  /**
   * @param checkout the folder that the pages' links may not leave
   * @param docs the folder of the pages in it
   * @param pages each with its file below {@code docs}
   */
  Proofreading(Path checkout, Path docs, List<Page> pages) {
    this.checkout = checkout;
    for (Page page : pages) {
      this.pages.put(docs.resolve(page.file()).normalize(), page);
    }
  }

  /** All that is to be mended, in the order of the pages. */
  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    pages.forEach(
        (path, page) -> {
          titles(page).ifPresent(mark -> findings.add(titleFinding(path, mark)));
          for (Mark mark : page.marks()) {
            wrong(path, page, mark)
                .ifPresent(
                    sentence -> findings.add(new Finding(name(path), mark.line(), sentence)));
          }
        });
    return findings;
  }

  private String name(Path path) {
    return checkout.relativize(path).toString();
  }

  private Finding titleFinding(Path path, Mark about) {
    return new Finding(
        name(path),
        about.line(),
        "a page begins with its title (“# …”), and has no other of that rank.");
  }

  private static Optional<Mark> titles(Page page) {
    List<Mark> headings =
        page.marks().stream()
            .filter(mark -> mark.kind() == Kind.TITLE || mark.kind() == Kind.HEADING)
            .toList();
    if (headings.isEmpty()) {
      return Optional.of(new Mark(1, Kind.TITLE, "", ""));
    }
    if (headings.get(0).kind() != Kind.TITLE || headings.get(0).line() != 1) {
      return Optional.of(headings.get(0));
    }
    return headings.stream().skip(1).filter(mark -> mark.kind() == Kind.TITLE).findFirst();
  }

  private Optional<String> wrong(Path path, Page page, Mark mark) {
    return switch (mark.kind()) {
      case TITLE, HEADING ->
          mark.words().isBlank() ? Optional.of("a heading is empty.") : Optional.empty();
      case LINK ->
          mark.words().isBlank()
              ? Optional.of("the link to “%s” has no words.".formatted(mark.target()))
              : link(path, page, mark.target());
      case PICTURE ->
          mark.words().isBlank()
              ? Optional.of(
                  "the picture “%s” says nothing to whoever can't see it: put words between its brackets."
                      .formatted(mark.target()))
              : picture(path, mark.target());
    };
  }

  private Optional<String> link(Path path, Page page, String target) {
    URI uri = uri(target);
    if (uri == null || (uri.isAbsolute() && !SCHEMES.contains(uri.getScheme()))) {
      return Optional.of("“%s” is no address.".formatted(target));
    }
    if (uri.isAbsolute()) {
      return Optional.empty();
    }
    if (uri.getPath().isEmpty()) {
      return place(page, uri, target);
    }
    Path there = path.resolveSibling(uri.getPath()).normalize();
    if (!there.startsWith(checkout) || !Files.exists(there)) {
      return Optional.of(
          "the link to “%s” leads to no file. Links are relative to the page.".formatted(target));
    }
    Page other = pages.get(there);
    return other == null ? Optional.empty() : place(other, uri, target);
  }

  private static Optional<String> place(Page page, URI uri, String target) {
    return uri.getFragment() == null || page.anchors().contains(uri.getFragment())
        ? Optional.empty()
        : Optional.of("the link to “%s” names no heading of that page.".formatted(target));
  }

  private static Optional<String> picture(Path path, String target) {
    URI uri = uri(target);
    return uri != null
            && !uri.isAbsolute()
            && Files.isRegularFile(path.resolveSibling(uri.getPath()).normalize())
        ? Optional.empty()
        : Optional.of("there is no picture “%s”.".formatted(target));
  }

  private static @Nullable URI uri(String target) {
    try {
      return new URI(target);
    } catch (URISyntaxException malformed) {
      return null;
    }
  }
}
