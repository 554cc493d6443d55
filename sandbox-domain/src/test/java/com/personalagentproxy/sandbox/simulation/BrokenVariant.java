package com.personalagentproxy.sandbox.simulation;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The domain with one of its rules broken in its source, compiled anew and played by the
 * simulation.
 *
 * @param name what is broken, in a sentence
 * @param file the source file, below the domain's package
 * @param breaks what is written instead of what; each must be there
 */
record BrokenVariant(String name, String file, List<Break> breaks) {

  private static final Path SOURCES = Path.of("src/main/java/com/personalagentproxy/sandbox");
  private static final String DOMAIN = "com.personalagentproxy.sandbox.Sandboxes";
  private static final String SEEDS = "com.personalagentproxy.sandbox.simulation.Seeds";

  /** One piece of source, and what is there instead. */
  record Break(String sound, String broken) {}

  static BrokenVariant of(String name, String file, String sound, String broken) {
    return new BrokenVariant(name, file, List.of(new Break(sound, broken)));
  }

  BrokenVariant and(String sound, String broken) {
    List<Break> more = new java.util.ArrayList<>(breaks);
    more.add(new Break(sound, broken));
    return new BrokenVariant(name, file, more);
  }

  /**
   * Plays it until a judge sees that a rule is broken.
   *
   * @return what was seen; empty if nothing was within so many seeds
   * @throws AssertionError if something else went wrong than a rule
   */
  Optional<String> play(Path folder, long seeds) throws Exception {
    compile(broken(), folder);
    URL[] path = {
      folder.toUri().toURL(), location(Class.forName(DOMAIN)), location(BrokenVariant.class),
    };
    try (URLClassLoader variant = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      Class<?> played = variant.loadClass(SEEDS);
      Object result = played.getMethod("play", long.class, long.class).invoke(null, 0L, seeds);
      Optional<?> failed = (Optional<?>) played.getMethod("failed").invoke(result);
      if (failed.isEmpty()) {
        return Optional.empty();
      }
      Object seen = failed.get();
      if (!(boolean) seen.getClass().getMethod("isViolation").invoke(seen)) {
        throw new AssertionError("“%s” went wrong otherwise: %s".formatted(name, seen));
      }
      return Optional.of(seen.toString());
    }
  }

  private String broken() throws IOException {
    String source = Files.readString(SOURCES.resolve(file));
    for (Break each : breaks) {
      if (!source.contains(each.sound())) {
        throw new AssertionError(
            "%s has changed: it has no more%n%s%nMend the variant “%s”."
                .formatted(file, each.sound(), name));
      }
      source = source.replace(each.sound(), each.broken());
    }
    return source;
  }

  private void compile(String source, Path folder) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("source"));
    Path written = sources.resolve(Path.of(file).getFileName());
    Files.writeString(written, source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
      files.setLocationFromPaths(
          StandardLocation.CLASS_PATH,
          List.of(
              Path.of(location(Class.forName(DOMAIN)).toURI()),
              Path.of(location(org.jspecify.annotations.Nullable.class).toURI())));
      boolean isSound =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of("--release", "17", "-proc:none", "-nowarn"),
                  null,
                  files.getJavaFileObjects(written))
              .call();
      if (!isSound) {
        throw new AssertionError("“%s” doesn't compile:%n%s".formatted(name, complaints));
      }
    }
  }

  private static URL location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  @Override
  public String toString() {
    return name;
  }
}
