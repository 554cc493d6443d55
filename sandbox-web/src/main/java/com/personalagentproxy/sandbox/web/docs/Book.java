package com.personalagentproxy.sandbox.web.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The documentation that is in the jar. Safe for use by many threads. */
public final class Book {

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

  private final List<Chapter> chapters;

  Book() {
    String contents = text("contents.txt");
    if (contents == null) {
      throw new IllegalStateException("The documentation is missing from the jar.");
    }
    chapters =
        contents
            .lines()
            .map(line -> line.split("\t", 2))
            .map(parts -> new Chapter(parts[0], parts[1]))
            .toList();
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
    String body = text(BookPress.fileOf(chapter.address()));
    if (body == null) {
      throw new IllegalStateException(
          "The page %s is missing from the jar.".formatted(chapter.address()));
    }
    return body;
  }

  /** A picture or description, as it is in the checkout; absent if there is none of that name. */
  @Nullable String file(String name) {
    return name.contains("..") || name.endsWith(".html") || name.endsWith(".txt")
        ? null
        : text(name);
  }

  private static @Nullable String text(String name) {
    try (InputStream file = Book.class.getResourceAsStream(BookPress.FOLDER + "/" + name)) {
      return file == null ? null : new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException("The documentation in the jar can't be read.", unreadable);
    }
  }
}
