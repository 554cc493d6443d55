package com.personalagentproxy.sandbox.docs;

/**
 * A page in the list of them.
 *
 * @param address where it is under {@code /docs}; the index has an empty one
 * @param title what it is called: its first heading
 */
public record Chapter(String address, String title) {

  private static final String BETWEEN = "\t";

  /** The page's own link. */
  public String link() {
    return DocsAddress.link(address);
  }

  /** Whether it stands by itself in the list, rather than in a folder. */
  public boolean isTop() {
    return !address.contains("/");
  }

  /** As a line of the list in the jar. */
  public String line() {
    return address + BETWEEN + title;
  }

  /** What {@link #line} gave, read again. */
  static Chapter of(String line) {
    String[] parts = line.split(BETWEEN, 2);
    if (parts.length != 2) {
      throw new IllegalStateException(
          "The list of the documentation's pages has the line “%s”. Build it anew."
              .formatted(line));
    }
    return new Chapter(parts[0], parts[1]);
  }
}
