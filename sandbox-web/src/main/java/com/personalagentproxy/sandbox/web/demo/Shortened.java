package com.personalagentproxy.sandbox.web.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Texts of others made fit to be shown: short, and without characters that would steer a terminal.
 */
final class Shortened {

  private static final Pattern ID =
      Pattern.compile("([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final int LONGEST_LINE = 160;
  private static final int LONGEST_ARGUMENT = 120;
  private static final int LONGEST_SENTENCES = 600;
  private static final int MOST_LINES = 12;

  private Shortened() {}

  /** The lines of a text; of a long one the first, and how many more there are. */
  static List<String> lines(String text) {
    List<String> all = withShortIds(text).lines().filter(line -> !line.isBlank()).toList();
    List<String> shown = new ArrayList<>();
    for (String line : all.subList(0, Math.min(all.size(), MOST_LINES))) {
      shown.add(cut(line, LONGEST_LINE));
    }
    if (all.size() > MOST_LINES) {
      shown.add("… and %s lines more".formatted(all.size() - MOST_LINES));
    }
    return shown;
  }

  /** Sentences on one line, long enough for what a server has to say. */
  static String sentences(String text) {
    return cut(text.replace('\n', ' '), LONGEST_SENTENCES);
  }

  /** A tool's arguments on one line, in their order. */
  static String arguments(Map<String, ?> arguments) {
    return arguments.entrySet().stream()
        .map(each -> each.getKey() + ": " + argument(each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String argument(Object value) {
    return value instanceof String text
        ? "“" + cut(withShortIds(text.replace("\n", "⏎")), LONGEST_ARGUMENT) + "”"
        : value.toString();
  }

  private static String withShortIds(String text) {
    return ID.matcher(text).replaceAll("$1…");
  }

  private static String cut(String line, int longest) {
    StringBuilder shown = new StringBuilder();
    line.codePoints().limit(longest).map(Shortened::harmless).forEach(shown::appendCodePoint);
    return line.codePointCount(0, line.length()) > longest
        ? shown.append('…').toString()
        : shown.toString();
  }

  private static int harmless(int character) {
    if (character == '\t') {
      return ' ';
    }
    return Character.isISOControl(character) ? '\uFFFD' : character;
  }
}
