package com.personalagentproxy.sandbox.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import com.personalagentproxy.sandbox.Sandboxes;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/** The compiler and the launcher of the JDK that runs the tests. */
final class Jdk {

  private Jdk() {}

  /** The folder of the domain's classes, or its jar. */
  static Path domain() {
    return home(Sandboxes.class);
  }

  /** JSpecify's jar. */
  static Path jspecify() {
    return home(NullMarked.class);
  }

  private static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Compiles for the oldest Java we run on; any error or warning fails the test. */
  static void compile(List<Path> sources, Path into, String... options) throws IOException {
    List<String> all =
        new ArrayList<>(List.of("--release", "17", "-Xlint:all", "-Werror", "-d", into.toString()));
    all.addAll(List.of(options));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      boolean compiled =
          compiler
              .getTask(said, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
  }

  /** Runs a program in a Java of its own, and gives all it printed; fails unless it ended well. */
  static String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Java 17 goes by the first for what it prints, newer ones by the second.
    command.addAll(List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .replace(System.lineSeparator(), "\n");
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }
}
