package com.personalagentproxy.sandbox.web.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's pages as they are in the checkout. */
public final class Pages {

  private Pages() {}

  /** The folder of the checkout; tests run in the module's. */
  public static Path checkout() {
    return Path.of("..").toAbsolutePath().normalize();
  }

  /** All pages: those at the top, and those in {@code docs}. */
  public static List<Path> all() {
    try (Stream<Path> top = Files.list(checkout());
        Stream<Path> docs = Files.walk(checkout().resolve("docs"))) {
      return Stream.concat(top, docs).filter(page -> page.toString().endsWith(".md")).toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The page's name below the checkout, such as {@code docs/start.md}. */
  public static String name(Path page) {
    return checkout().relativize(page).toString();
  }

  /** What is written on the page. */
  public static String text(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The page of that name below {@code docs}. */
  public static String docs(String name) {
    return text(checkout().resolve("docs").resolve(name));
  }

  /** The lines of all fenced blocks in that language. */
  public static List<String> fenced(String page, String language) {
    Matcher fence = Pattern.compile("(?ms)^ *```" + language + "\\n(.*?)^ *```").matcher(page);
    List<String> lines = new ArrayList<>();
    while (fence.find()) {
      fence.group(1).lines().map(String::strip).forEach(lines::add);
    }
    return lines;
  }
}
