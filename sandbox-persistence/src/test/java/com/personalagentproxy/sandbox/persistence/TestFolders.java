package com.personalagentproxy.sandbox.persistence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders below the build's own, so that cleaning the build cleans them too. */
public final class TestFolders {

  private static final Path BUILD = Path.of("target").toAbsolutePath();

  /** PostgreSQL's programs, unpacked once for all tests. */
  public static final Path PROGRAMS = BUILD.resolve("postgres-programs");

  private TestFolders() {}

  /** A new folder with a space in its name. */
  public static Path fresh() {
    try {
      Files.createDirectories(BUILD);
      return Files.createTempDirectory(BUILD, "a home ");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
