package com.personalagentproxy.sandbox.web.command;

import com.personalagentproxy.sandbox.web.server.CannotStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for as long as a command runs. */
record TemporaryFolder(Path path) {

  /**
   * Makes one.
   *
   * @param whose what its files are called, such as “the demo's files”
   * @throws CannotStart if there is no place for it
   */
  static TemporaryFolder make(String prefix, String whose) {
    try {
      return new TemporaryFolder(Files.createTempDirectory(prefix));
    } catch (IOException failure) {
      throw new CannotStart(
          "There is no place for %s: %s can't be written to. Make room there, or have Java use another folder."
              .formatted(whose, System.getProperty("java.io.tmpdir")),
          failure);
    }
  }

  /** Deletes it with all that is in it; false if that couldn't be done whole. */
  boolean delete() {
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
      return true;
    } catch (IOException failure) {
      return false;
    }
  }
}
