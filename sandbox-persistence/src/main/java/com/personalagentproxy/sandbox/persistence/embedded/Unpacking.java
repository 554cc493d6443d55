package com.personalagentproxy.sandbox.persistence.embedded;

import com.personalagentproxy.sandbox.persistence.DatabaseException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks PostgreSQL's programs from the class path, once. */
final class Unpacking {

  private Unpacking() {}

  /**
   * The folder with the programs, below the given one: unpacked now if it isn't there. It is named
   * after the archive, so that a newer program unpacks its own; and appears whole or not at all.
   *
   * @throws DatabaseException if this build has no programs for this computer
   */
  static Path into(Path folder) throws IOException {
    String archive = "postgres-" + system() + ".txz";
    URL url = Unpacking.class.getClassLoader().getResource(archive);
    if (url == null) {
      throw new DatabaseException(
          "This build has no PostgreSQL of its own for %s on %s. Give the server the address of a PostgreSQL that runs elsewhere."
              .formatted(System.getProperty("os.name"), System.getProperty("os.arch")));
    }
    URLConnection connection = url.openConnection();
    Path unpacked =
        folder.resolve(
            "%s-%s".formatted(archive.replace(".txz", ""), connection.getContentLengthLong()));
    try (InputStream content = connection.getInputStream()) {
      if (!Files.isDirectory(unpacked)) {
        Files.createDirectories(folder);
        unpack(content, folder, unpacked);
      }
    }
    return unpacked;
  }

  private static String system() {
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String hardware = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return (os.contains("mac") ? "darwin" : os)
        + (hardware.equals("aarch64") || hardware.equals("arm64") ? "-arm_64" : "-x86_64");
  }

  private static void unpack(InputStream content, Path folder, Path unpacked) throws IOException {
    Path unfinished =
        Files.createTempDirectory(
            folder,
            "unfinished",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      try (TarArchiveInputStream files =
          new TarArchiveInputStream(
              new XZCompressorInputStream(new BufferedInputStream(content)))) {
        for (TarArchiveEntry entry = files.getNextEntry();
            entry != null;
            entry = files.getNextEntry()) {
          unpack(entry, files, unfinished);
        }
      }
      Files.move(unfinished, unpacked, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException anotherWasFaster) {
      delete(unfinished);
    } catch (IOException | RuntimeException failure) {
      delete(unfinished);
      throw failure;
    }
  }

  private static void unpack(TarArchiveEntry entry, InputStream content, Path folder)
      throws IOException {
    Path target = folder.resolve(entry.getName()).normalize();
    if (!target.startsWith(folder)) {
      throw new IOException("The archive names a file outside of it: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.resolveSibling("."));
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(target, folder.resolve(entry.getLinkName()));
    } else {
      Files.copy(content, target);
      boolean isProgram = (entry.getMode() & 0100) != 0;
      Files.setPosixFilePermissions(
          target, PosixFilePermissions.fromString(isProgram ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }

  /** Deletes a folder with all in it, if it is there. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(Unpacking::deleteOne);
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.delete(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
