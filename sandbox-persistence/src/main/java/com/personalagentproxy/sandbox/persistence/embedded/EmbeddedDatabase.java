package com.personalagentproxy.sandbox.persistence.embedded;

import com.personalagentproxy.sandbox.persistence.DatabaseAddress;
import com.personalagentproxy.sandbox.persistence.DatabaseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * A running PostgreSQL of the server's own, kept in the server's home folder: the data in {@code
 * postgres}, what it says in {@code postgres.log}. It listens on loopback only, and to connect
 * takes the password that is in {@code postgres.password}, which only the server's user can read.
 * What was committed outlives {@code kill -9} and power cuts; a start after either needs no help.
 */
public final class EmbeddedDatabase implements AutoCloseable {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static final int PORTS_TO_TRY = 3;

  private final HomeLock lock;
  private final DataFolder data;
  private final DatabaseAddress address;

  private EmbeddedDatabase(HomeLock lock, DataFolder data, DatabaseAddress address) {
    this.lock = lock;
    this.data = data;
    this.address = address;
  }

  /**
   * Starts it, and returns once it takes connections. The first start makes the folder, unpacks
   * PostgreSQL into it and makes the database.
   *
   * @throws DatabaseException with sentences for operators: another server has the folder, it can't
   *     be written to, its data is of another major version, the process is root's and can't be
   *     made another's, or PostgreSQL doesn't start
   */
  public static EmbeddedDatabase start(Path home) {
    return start(home, home.resolve("postgres-programs"));
  }

  /**
   * Likewise, with PostgreSQL unpacked in another folder, which several homes may share. Only users
   * that may run programs as the server may be able to write there.
   */
  public static EmbeddedDatabase start(Path home, Path programsFolder) {
    try {
      Path folder = ownFolder(home);
      HomeLock lock = HomeLock.take(folder);
      try {
        return start(folder, programsFolder.toAbsolutePath(), lock);
      } catch (IOException | RuntimeException failure) {
        lock.close();
        throw failure;
      }
    } catch (FileSystemException failure) {
      throw new DatabaseException(
          "The server's folder can't be used: %s (%s). Give the server a folder that its user may write to."
              .formatted(failure.getFile(), reason(failure)),
          failure);
    } catch (IOException failure) {
      throw new DatabaseException(
          "The database in %s can't be started: %s.".formatted(home, failure.getMessage()),
          failure);
    }
  }

  private static String reason(FileSystemException failure) {
    String said = failure.getReason();
    return said == null ? failure.getClass().getSimpleName() : said;
  }

  private static Path ownFolder(Path home) throws IOException {
    FileAttribute<Set<PosixFilePermission>> ownerOnly =
        PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    // One that was there before keeps its permissions: what is secret in it is closed by itself.
    Files.createDirectories(home, ownerOnly);
    return home.toRealPath();
  }

  /** Whether it was made in this folder before; else its first start makes it, and takes longer. */
  public static boolean isMadeIn(Path home) {
    return Files.exists(dataFolder(home));
  }

  private static Path dataFolder(Path home) {
    return home.resolve("postgres");
  }

  private static EmbeddedDatabase start(Path home, Path programsFolder, HomeLock lock)
      throws IOException {
    Programs programs = Programs.in(Unpacking.into(programsFolder));
    Path dataFolder = dataFolder(home);
    Path passwordFile = home.resolve("postgres.password");
    DataFolder data = new DataFolder(dataFolder, home.resolve("postgres.log"), programs);
    String password = password(passwordFile, Files.exists(dataFolder));
    data.make(passwordFile);
    data.check();
    data.stopOrphans();
    String refusal = "";
    for (int attempt = 0; attempt < PORTS_TO_TRY; attempt++) {
      int port = freePort();
      Optional<String> failure = data.start(port);
      if (failure.isEmpty()) {
        return new EmbeddedDatabase(
            lock,
            data,
            new DatabaseAddress(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", password));
      }
      // Another program may have taken the port meanwhile; or a postmaster was killed and its
      // children are still going.
      refusal = failure.get();
    }
    throw new DatabaseException(
        "The database in %s doesn't start: %s. More is in %s."
            .formatted(dataFolder, refusal, home.resolve("postgres.log")));
  }

  private static String password(Path file, boolean isKnown) throws IOException {
    if (Files.exists(file)) {
      String kept = Files.readString(file, StandardCharsets.US_ASCII).strip();
      if (!kept.isEmpty()) {
        return kept;
      }
    }
    if (isKnown) {
      throw new DatabaseException(
          "The database's password was in %s, which is gone or empty. Put the file back from a backup."
              .formatted(file));
    }
    byte[] bits = new byte[32];
    new SecureRandom().nextBytes(bits);
    String password = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, password + "\n", StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    return password;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * Where it is, for {@link com.personalagentproxy.sandbox.persistence.Database#open}. Holds the
   * password.
   */
  public DatabaseAddress address() {
    return address;
  }

  /** Stops it and lets go of the folder. Close the pool first. A second call does nothing. */
  @Override
  public synchronized void close() {
    try {
      try {
        data.stop();
      } finally {
        lock.close();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "The database in the server's folder couldn't be stopped.", failure);
    }
  }
}
