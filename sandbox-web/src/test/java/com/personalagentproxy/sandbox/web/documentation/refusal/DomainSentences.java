package com.personalagentproxy.sandbox.web.documentation.refusal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences that are written in the domain's source, without those of exceptions. */
final class DomainSentences {

  private static final Path SOURCE = Path.of("..", "sandbox-domain", "src", "main", "java");
  private static final String LITERAL = "\"(?:[^\"\\\\\\n]|\\\\.)*\"";
  private static final Pattern JOINED =
      Pattern.compile(LITERAL + "(?:\\s*\\+\\s*" + LITERAL + ")*");
  private static final Pattern ONE = Pattern.compile(LITERAL);
  private static final Pattern COMMENT =
      Pattern.compile("/\\*.*?\\*/|(?m)^\\s*//[^\\n]*$", Pattern.DOTALL);
  private static final Pattern STATEMENT = Pattern.compile("[;{}]");

  private DomainSentences() {}

  /** Those in all files but the ones whose path has that in it. */
  static List<String> outside(String path) {
    try (Stream<Path> files = Files.walk(SOURCE)) {
      return files
          .filter(file -> file.toString().endsWith(".java") && !file.toString().contains(path))
          .sorted()
          .flatMap(DomainSentences::in)
          .distinct()
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Stream<String> in(Path file) {
    String source = COMMENT.matcher(read(file)).replaceAll("");
    return JOINED
        .matcher(source)
        .results()
        .filter(found -> !isThrown(source.substring(0, found.start())))
        .map(found -> text(found.group()))
        .filter(text -> text.contains(" ") && text.strip().endsWith("."));
  }

  private static boolean isThrown(String before) {
    String[] statements = STATEMENT.split(before, -1);
    String last = statements[statements.length - 1];
    return last.contains("throw ") || last.contains("Exception(");
  }

  private static String text(String literals) {
    StringBuilder text = new StringBuilder();
    Matcher each = ONE.matcher(literals);
    while (each.find()) {
      text.append(each.group(), 1, each.group().length() - 1);
    }
    return text.toString();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
