package com.personalagentproxy.sandbox.docs.render;

import com.personalagentproxy.sandbox.docs.Book;
import com.personalagentproxy.sandbox.docs.Chapter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes a checkout's {@code docs} into what {@link Book} reads. The build runs it; anything on a
 * page that leads nowhere is an error of the build.
 */
public final class Rendering {

  private static final String INDEX = "README.md";
  private static final String MARKDOWN = ".md";

  private Rendering() {}

  /**
   * Renders.
   *
   * @param arguments the folder of the docs, and the one for classes
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      throw new IllegalArgumentException("Give the folder of the docs, and the one for classes.");
    }
    Path docs = Path.of(arguments[0]).toAbsolutePath().normalize();
    Path book =
        Path.of(arguments[1])
            .resolve(Book.class.getPackageName().replace('.', '/'))
            .resolve(Book.FOLDER);
    render(docs, book);
  }

  /**
   * Writes the pages that the index leads to, the list of them, and all other files as they are.
   *
   * @throws BrokenDocs if something is to be mended; then nothing is written
   */
  static void render(Path docs, Path book) throws IOException {
    Map<String, Path> files = files(docs);
    List<Page> pages = new ArrayList<>();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      if (file.getKey().endsWith(MARKDOWN)) {
        pages.add(new Page(file.getKey(), Files.readString(file.getValue())));
      }
    }
    Path checkout = docs.resolveSibling("").normalize();
    List<Page> looked = new ArrayList<>(pages);
    looked.addAll(besideDocs(checkout, docs));
    stopOn(new Proofreading(checkout, docs, looked).findings());
    List<Page> reached = reached(pages);
    stopOn(
        pages.stream()
            .filter(page -> !reached.contains(page))
            .map(
                page ->
                    new Finding(
                        checkout.relativize(docs.resolve(page.file())).toString(),
                        1,
                        "no page that the index leads to has a link to this one."))
            .toList());
    remove(book);
    for (Map.Entry<String, Path> file : files.entrySet()) {
      if (!file.getKey().endsWith(MARKDOWN)) {
        Path copy = book.resolve(file.getKey());
        Files.createDirectories(copy.resolveSibling(""));
        Files.copy(file.getValue(), copy);
      }
    }
    for (Page page : reached) {
      write(book.resolve(Book.file(page.address())), page.html());
    }
    write(
        book.resolve(Book.LIST),
        reached.stream()
            .map(page -> new Chapter(page.address(), page.title()).line())
            .collect(Collectors.joining("\n", "", "\n")));
  }

  private static void stopOn(List<Finding> findings) {
    if (!findings.isEmpty()) {
      throw new BrokenDocs(findings);
    }
  }

  /** The pages that the index leads to, itself first, each once, nearer ones before others. */
  private static List<Page> reached(List<Page> pages) {
    Map<String, Page> byFile = pages.stream().collect(Collectors.toMap(Page::file, page -> page));
    Map<String, Page> reached = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>(List.of(INDEX));
    while (!open.isEmpty()) {
      String file = open.remove();
      Page page = byFile.get(file);
      if (page != null && reached.putIfAbsent(file, page) == null) {
        open.addAll(page.links());
      }
    }
    return List.copyOf(reached.values());
  }

  /** The pages at the top of the checkout, which are looked at but not rendered. */
  private static List<Page> besideDocs(Path checkout, Path docs) throws IOException {
    try (Stream<Path> top = Files.list(checkout)) {
      List<Page> pages = new ArrayList<>();
      for (Path file : top.filter(each -> each.toString().endsWith(MARKDOWN)).sorted().toList()) {
        pages.add(new Page(docs.relativize(file).toString(), Files.readString(file)));
      }
      return pages;
    }
  }

  private static Map<String, Path> files(Path docs) throws IOException {
    Map<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(docs)) {
      all.filter(Files::isRegularFile)
          .forEach(file -> files.put(docs.relativize(file).toString().replace('\\', '/'), file));
    }
    return files;
  }

  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }
}
