package com.personalagentproxy.sandbox.docs;

import java.net.URI;
import java.util.Optional;

/** Where a page, or what a page names, is found under {@code /docs}. */
public final class DocsAddress {

  /** Where all of it is on the server. */
  public static final String ROOT = "/docs";

  private static final String MARKDOWN = ".md";
  private static final String INDEX = "README";

  private DocsAddress() {}

  /** The address of a file of the docs, such as {@code decisions/README.md}: {@code decisions}. */
  public static String of(String file) {
    String plain =
        file.endsWith(MARKDOWN) ? file.substring(0, file.length() - MARKDOWN.length()) : file;
    if (plain.equals(INDEX)) {
      return "";
    }
    return plain.endsWith("/" + INDEX)
        ? plain.substring(0, plain.length() - INDEX.length() - 1)
        : plain;
  }

  /**
   * The file of the docs that a link on a page leads to; empty if it leads elsewhere.
   *
   * @param file the page's own file, such as {@code decisions/README.md}
   */
  public static Optional<String> target(String file, String link) {
    URI target = URI.create(link);
    if (target.isAbsolute() || target.getPath().isEmpty()) {
      return Optional.empty();
    }
    String path = URI.create(ROOT + "/" + file).resolve(target.getPath()).getPath();
    return path.startsWith(ROOT + "/")
        ? Optional.of(path.substring(ROOT.length() + 1))
        : Optional.empty();
  }

  /**
   * A link as the server has it: to a page or picture of the docs, to elsewhere on the web, or
   * within the page. Empty for one that leads out of the docs to a file that the server doesn't
   * have.
   */
  public static Optional<String> served(String file, String link) {
    URI target = URI.create(link);
    if (target.isAbsolute() || target.getPath().isEmpty()) {
      return Optional.of(link);
    }
    String fragment = target.getFragment() == null ? "" : "#" + target.getFragment();
    return target(file, link).map(found -> link(of(found)) + fragment);
  }

  /** The link to what is at that address. */
  public static String link(String address) {
    return address.isEmpty() ? ROOT : ROOT + "/" + address;
  }
}
