package com.personalagentproxy.sandbox.web.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the served documentation while the jar is built: each page as HTML, the list of them in the
 * order in which the index names them, and pictures and descriptions as they are.
 */
public final class BookPress {

  /** Where the made pages are in the jar, from this package on. */
  static final String FOLDER = "pages";

  private BookPress() {}

  /**
   * Makes it.
   *
   * @param arguments the folder of the pages in Markdown, and the folder to put what is made into
   */
  public static void main(String[] arguments) throws IOException {
    make(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  static void make(Path docs, Path into) throws IOException {
    Map<String, PageText> pages = new TreeMap<>();
    for (Path file : files(docs)) {
      String name = docs.relativize(file).toString().replace('\\', '/');
      if (name.endsWith(".md")) {
        PageText page = new PageText(name, Files.readString(file));
        pages.put(page.address(), page);
        write(into.resolve(fileOf(page.address())), page.html());
      } else {
        write(into.resolve(name), Files.readString(file));
      }
    }
    write(into.resolve("contents.txt"), contents(pages));
  }

  /** The made file of the page at that address. */
  static String fileOf(String address) {
    return (address.isEmpty() ? "index" : address) + ".html";
  }

  /** Pages that the index doesn't name come after those that it does. */
  private static String contents(Map<String, PageText> pages) {
    List<String> order = new ArrayList<>();
    order.add("");
    PageText index = pages.get("");
    if (index == null) {
      throw new IllegalStateException("The docs have no README.md, which is their index.");
    }
    order.addAll(index.links());
    order.addAll(pages.keySet());
    return order.stream()
        .distinct()
        .map(
            address -> {
              PageText page = pages.get(address);
              if (page == null) {
                throw new IllegalStateException(
                    "The index of the docs names the page %s, which isn't there."
                        .formatted(address));
              }
              return address + "\t" + page.title();
            })
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static List<Path> files(Path docs) throws IOException {
    try (Stream<Path> all = Files.walk(docs)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, text);
  }
}
