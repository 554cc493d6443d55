package com.personalagentproxy.sandbox.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The documentation that is in the jar: the pages that its index leads to, in that order, as HTML,
 * and what they show. Safe for use by many threads.
 */
public final class Book {

  /** Where it is in the jar, below this class. */
  public static final String FOLDER = "pages";

  /** The file with the list of its pages. */
  public static final String LIST = "chapters";

  /** How files with a page's HTML end. */
  public static final String HTML = ".html";

  /** The file of the index, whose address is empty. */
  public static final String INDEX = "index";

  private final List<Chapter> chapters =
      required(LIST, "The list of the documentation's pages").lines().map(Chapter::of).toList();

  /** The description of the HTTP API, in OpenAPI. */
  public static String description() {
    return required("openapi.yaml", "The description of the API");
  }

  /** All pages; the index is the first. */
  public List<Chapter> chapters() {
    return chapters;
  }

  /** The page at that address below {@code /docs}. */
  public Optional<Chapter> chapter(String address) {
    return chapters.stream().filter(each -> each.address().equals(address)).findFirst();
  }

  /** The body of a page. */
  public String html(Chapter chapter) {
    return required(
        file(chapter.address()), "The page “%s” of the documentation".formatted(chapter.title()));
  }

  /** Where the HTML of the page at that address is. */
  public static String file(String address) {
    return (address.isEmpty() ? INDEX : address) + HTML;
  }

  /** A picture or description, as it is in the checkout; absent if there is none of that name. */
  public @Nullable String asset(String name) {
    return name.contains("..") || name.endsWith(HTML) ? null : text(name);
  }

  private static String required(String name, String what) {
    String text = text(name);
    if (text == null) {
      throw new IllegalStateException(what + " is missing from the jar. Build it anew.");
    }
    return text;
  }

  private static @Nullable String text(String name) {
    try (InputStream file = Book.class.getResourceAsStream(FOLDER + "/" + name)) {
      return file == null ? null : new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The documentation in the jar can't be read.", unreadable);
    }
  }
}
