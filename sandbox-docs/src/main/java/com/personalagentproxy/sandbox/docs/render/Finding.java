package com.personalagentproxy.sandbox.docs.render;

/**
 * Something on a page that isn't as it should be.
 *
 * @param file the page, below the checkout, such as {@code docs/start.md}
 * @param line where on it, the first being 1
 * @param sentence what is wrong, and what to do
 */
record Finding(String file, int line, String sentence) {

  @Override
  public String toString() {
    return "%s, line %d: %s".formatted(file, line, sentence);
  }
}
