package com.personalagentproxy.sandbox.persistence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders below the build's own, so that cleaning the build cleans them too. */
public final class TestFolders {

  private static final Path BUILD = Path.of("target").toAbsolutePath();

  /** PostgreSQL's programs, unpacked once for all tests. */
  public static final Path PROGRAMS = BUILD.resolve("postgres-programs");

  private TestFolders() {}

  /** A new folder with a space in its name; it goes when the tests have ended. */
  public static Path fresh() {
    try {
      Files.createDirectories(BUILD);
      Path fresh = Files.createTempDirectory(BUILD, "a home ");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(fresh)));
      return fresh;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
