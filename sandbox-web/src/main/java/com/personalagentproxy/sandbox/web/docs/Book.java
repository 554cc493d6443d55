package com.personalagentproxy.sandbox.web.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The documentation that is in the jar: the pages that its index leads to, in that order. Each is
 * made into HTML when it is first read. Safe for use by many threads.
 */
public final class Book {

  private static final String FOLDER = "pages/";
  private static final String INDEX = "README.md";

  /**
   * A page in the list of them.
   *
   * @param address where it is under {@code /docs}; the index has an empty one
   */
  public record Chapter(String address, String title) {

    /** The page's own link. */
    public String link() {
      return DocsAddress.link(address);
    }

    /** Whether it stands by itself in the list, rather than in a folder. */
    public boolean isTop() {
      return !address.contains("/");
    }
  }

  private final Map<String, PageText> pages = new LinkedHashMap<>();
  private final Map<String, String> made = new ConcurrentHashMap<>();
  private final List<Chapter> chapters;

  Book() {
    Deque<String> open = new ArrayDeque<>(List.of(INDEX));
    while (!open.isEmpty()) {
      String file = open.remove();
      if (!pages.containsKey(DocsAddress.of(file))) {
        PageText page = page(file);
        pages.put(page.address(), page);
        open.addAll(page.links());
      }
    }
    chapters =
        pages.values().stream().map(page -> new Chapter(page.address(), page.title())).toList();
  }

  /** The description of the HTTP API, in OpenAPI. */
  public static String description() {
    String description = text("openapi.yaml");
    if (description == null) {
      throw new IllegalStateException("The description of the API is missing from the jar.");
    }
    return description;
  }

  List<Chapter> chapters() {
    return chapters;
  }

  Optional<Chapter> chapter(String address) {
    return chapters.stream().filter(each -> each.address().equals(address)).findFirst();
  }

  /** The body of a page. */
  String html(Chapter chapter) {
    return made.computeIfAbsent(chapter.address(), this::html);
  }

  private String html(String address) {
    PageText page = pages.get(address);
    if (page == null) {
      throw new IllegalArgumentException("The documentation has no page %s.".formatted(address));
    }
    return page.html();
  }

  /** A picture or description, as it is in the checkout; absent if there is none of that name. */
  @Nullable String file(String name) {
    return name.contains("..") || name.endsWith(".md") ? null : text(name);
  }

  private static PageText page(String file) {
    String markdown = text(file);
    if (markdown == null) {
      throw new IllegalStateException(
          "The page %s of the documentation is missing from the jar.".formatted(file));
    }
    return new PageText(file, markdown);
  }

  private static @Nullable String text(String name) {
    try (InputStream file = Book.class.getResourceAsStream(FOLDER + name)) {
      return file == null ? null : new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The documentation in the jar can't be read.", unreadable);
    }
  }
}
