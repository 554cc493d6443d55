package com.personalagentproxy.sandbox.embedding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page on embedding, and the sources of the example that it quotes. */
final class EmbeddingPage {

  private static final Path EXAMPLE = Path.of("src", "test", "java", "com", "example", "proxy");

  private EmbeddingPage() {}

  static String text() throws IOException {
    return Files.readString(Path.of("..", "docs", "embedding.md"));
  }

  /** The fenced blocks in that language, each line without the blanks around it. */
  static List<String> blocks(String language) throws IOException {
    Matcher fence = Pattern.compile("(?ms)^ *```" + language + "\\n(.*?)^ *```").matcher(text());
    return fence.results().map(block -> stripped(block.group(1))).toList();
  }

  /** What a proxy needs: all of the example but its tests. */
  static List<Path> program() throws IOException {
    return sources().stream().filter(source -> !isTest(source)).toList();
  }

  /** All sources of the example. */
  static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLE)) {
      return files.sorted().toList();
    }
  }

  /** Likewise, with what {@code sandbox-persistence} compiles and runs. */
  static List<Path> sourcesWithPostgres() throws IOException {
    List<Path> sources = new ArrayList<>(sources());
    sources.add(
        Path.of("..", "sandbox-persistence").resolve(EXAMPLE).resolve("ProxyOnPostgres.java"));
    return sources;
  }

  /** The text with each line stripped of the blanks around it. */
  static String stripped(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n", "", "\n"));
  }

  private static boolean isTest(Path source) {
    return source.toString().endsWith("Test.java");
  }
}
