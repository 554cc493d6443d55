package com.personalagentproxy.sandbox.web.server;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** The folder that {@code SANDBOX_HOME} names. */
public final class HomeFolder {

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private HomeFolder() {}

  /**
   * Makes it, for nobody else to read, unless it is there.
   *
   * @throws CannotStart if it can't be written to
   */
  public static Path ready(Path home) {
    try {
      if (!Files.isDirectory(home)) {
        Files.createDirectories(home, ownerOnly("rwx------"));
      }
      // Whether a folder can be written to is best learnt by doing it: rights are not all there is.
      Files.delete(Files.createTempFile(home, ".writable", "", ownerOnly("rw-------")));
      return home;
    } catch (IOException cause) {
      throw new CannotStart(
          "SANDBOX_HOME is “%s”, where the server can't write. Give a folder that it can write to."
              .formatted(home),
          cause);
    }
  }

  static FileAttribute<?>[] ownerOnly(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
